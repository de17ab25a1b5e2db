"""tests/terminal/screen.py - a terminal of any size for `linea play`."""
# SPDX-License-Identifier: MIT
import fcntl
import os
import pty
import struct
import subprocess
import termios


def printed(program, rows, columns, path, *typed, lang="en", options=("--players", "4")):
    """The lines that are printed to such a terminal until all that is typed has been answered."""
    outside, inside = pty.openpty()
    fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    how = termios.tcgetattr(inside)
    how[3] &= ~termios.ECHO
    termios.tcsetattr(inside, termios.TCSANOW, how)
    run = subprocess.Popen([program, "play", "--plain", "--map", path, *options, "--seed", "1", "--first", "1",
                            "--lang", lang], stdin=inside, stdout=inside, stderr=inside)
    os.close(inside)
    os.write(outside, "".join(line + "\n" for line in typed).encode() + b"\x04")
    text = b""
    try:
        while piece := os.read(outside, 65536):
            text += piece
    except OSError:  # nobody is inside any more
        pass
    os.close(outside)
    assert run.wait(timeout=60) == 0, (path, text)
    # What is typed is not shown, so what answers it follows the prompt.
    lines = text.decode().replace("\r", "").replace("> ", "> \n").splitlines()
    assert lines[-3] == "> " or lines[-3].endswith(" > "), lines[-5:]
    return lines[:-2]


def shown(rows, columns, lines):
    """What of these lines such a terminal shows: long ones are broken, and the first have scrolled away."""
    broken = [line[at:at + columns] for line in lines for at in range(0, len(line) or 1, columns)]
    return "\n".join(broken[-rows:])
