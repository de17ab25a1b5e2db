#!/bin/bash
# tests/research/slurm.sh - examples/machines/arena.slurm on a cluster of one node, which
# this script starts in a temporary folder: merged, its parts are what one machine prints.
# Needs to be root, as Slurm's own daemons do.
#
# usage: tests/research/slurm.sh BINARY
#
# SPDX-License-Identifier: MIT
set -euo pipefail
linea=$(realpath "${1:?usage: slurm.sh BINARY}")
example=$(realpath "$(dirname "$0")/../../examples/machines/arena.slurm")
if [ "$(id -u)" -ne 0 ]; then
    echo "slurm: skipped, Slurm's daemons need root"
    exit 77
fi
work=$(mktemp -d)
host=$(hostname -s)
stop() {
    for daemon in slurmd slurmctld munged; do
        [ ! -s "$work/$daemon.pid" ] || kill "$(cat "$work/$daemon.pid")" 2>/dev/null || true
    done
    for _ in $(seq 50); do
        [ -n "$(ls "$work"/*.pid 2>/dev/null)" ] || break
        sleep 0.1
    done
    rm -rf "$work"
}
trap stop EXIT
cd "$work"
mkdir spool state
cat >slurm.conf <<END
ClusterName=linea
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$work/munge.socket
SlurmUser=root
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
MpiDefault=none
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF=$work/slurm.conf
head -c 128 /dev/urandom >key
chmod 600 key
munged --force --key-file="$work/key" --socket="$work/munge.socket" --pid-file="$work/munged.pid" \
    --log-file="$work/munge.log" --seed-file="$work/seed"
slurmctld -i
slurmd
for _ in $(seq 100); do
    [ "$(sinfo --noheader --format=%T 2>/dev/null)" != idle ] || break
    sleep 0.2
done

export LINEA=$linea ARENA="--bots planner,random --maps london --players 2,3 --blocks 30 --seed 2"
sbatch --wait --array=0-4 --cpus-per-task=1 "$example" || { cat part-*.log slurm*.log; exit 1; }
# The options are words.
# shellcheck disable=SC2086
"$linea" arena $ARENA --json >one 2>err
"$linea" arena --merge part-*.jsonl --json >many
cmp one many || { echo "FAIL: the parts of the cluster differ from one machine"; exit 1; }
echo "slurm: all is well"
