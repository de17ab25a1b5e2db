/*
 * tests/server/power_box.c - a file system of SQLite's (VFS) above the usual one, that
 * knows what lay under each sector that is not synced.
 *
 * SPDX-License-Identifier: MIT
 */
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "power_box.h"

enum { SECTOR = 512, MOST = 1 << 16, FILES = 2, OTHER = -1 };

/* What lay under a sector before it was written. */
struct sector {
    int file; /* 0 the database, 1 its log; OTHER once it is synced */
    sqlite3_int64 at;
    int length; /* the rest was behind the end */
    unsigned char text[SECTOR];
};

struct disk {
    int count;
    sqlite3_int64 size[FILES]; /* of each file when it was last synced */
    struct sector sector[MOST];
};

struct power_file {
    sqlite3_file base;
    int number;
    sqlite3_file *real;
};

static struct disk *disk;
static sqlite3_vfs vfs, *real_vfs;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static struct power_file *of(sqlite3_file *file)
{
    return (struct power_file *)file;
}

/* Keep one sector. A process that is killed here has not counted it. */
static void keep(const struct power_file *f, sqlite3_int64 at, sqlite3_int64 size)
{
    struct sector *s = &disk->sector[disk->count];
    if (disk->count == MOST) {
        fprintf(stderr, "too much is not synced\n");
        abort();
    }
    s->file = f->number;
    s->at = at;
    s->length = at >= size ? 0 : size - at < SECTOR ? (int)(size - at) : SECTOR;
    if (s->length)
        f->real->pMethods->xRead(f->real, s->text, s->length, at);
    __atomic_store_n(&disk->count, disk->count + 1, __ATOMIC_SEQ_CST);
}

static bool is_dirty(int number)
{
    for (int i = 0; i < disk->count; i++)
        if (disk->sector[i].file == number)
            return true;
    return false;
}

static void keep_range(const struct power_file *f, sqlite3_int64 from, sqlite3_int64 to)
{
    sqlite3_int64 size = 0;
    if (f->number == OTHER)
        return;
    f->real->pMethods->xFileSize(f->real, &size);
    if (!is_dirty(f->number))
        disk->size[f->number] = size;
    for (sqlite3_int64 at = from / SECTOR * SECTOR; at < to; at += SECTOR)
        keep(f, at, size);
}

static int power_write(sqlite3_file *file, const void *text, int length,
                       sqlite3_int64 at)
{
    const struct power_file *f = of(file);
    pthread_mutex_lock(&mutex);
    keep_range(f, at, at + length);
    pthread_mutex_unlock(&mutex);
    return f->real->pMethods->xWrite(f->real, text, length, at);
}

static int power_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    const struct power_file *f = of(file);
    sqlite3_int64 now = 0;
    f->real->pMethods->xFileSize(f->real, &now);
    pthread_mutex_lock(&mutex);
    keep_range(f, size, now);
    pthread_mutex_unlock(&mutex);
    return f->real->pMethods->xTruncate(f->real, size);
}

/* Nothing here needs the disk itself: what is synced is what nobody puts back. It takes
   its time, in which the power may fail. */
static int power_sync(sqlite3_file *file, int flags)
{
    const struct power_file *f = of(file);
    (void)flags;
    nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
    pthread_mutex_lock(&mutex);
    for (int i = 0; i < disk->count; i++)
        if (disk->sector[i].file == f->number)
            disk->sector[i].file = OTHER;
    while (disk->count > 0 && disk->sector[disk->count - 1].file == OTHER)
        disk->count--;
    pthread_mutex_unlock(&mutex);
    return SQLITE_OK;
}

/* What only goes on to the file itself. */

static int power_close(sqlite3_file *file)
{
    return of(file)->real->pMethods->xClose(of(file)->real);
}

static int power_read(sqlite3_file *file, void *out, int length, sqlite3_int64 at)
{
    return of(file)->real->pMethods->xRead(of(file)->real, out, length, at);
}

static int power_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return of(file)->real->pMethods->xFileSize(of(file)->real, size);
}

static int power_lock(sqlite3_file *file, int level)
{
    return of(file)->real->pMethods->xLock(of(file)->real, level);
}

static int power_unlock(sqlite3_file *file, int level)
{
    return of(file)->real->pMethods->xUnlock(of(file)->real, level);
}

static int power_is_reserved(sqlite3_file *file, int *out)
{
    return of(file)->real->pMethods->xCheckReservedLock(of(file)->real, out);
}

static int power_control(sqlite3_file *file, int code, void *argument)
{
    return of(file)->real->pMethods->xFileControl(of(file)->real, code, argument);
}

static int power_sector_size(sqlite3_file *file)
{
    (void)file;
    return SECTOR;
}

/* A disk that promises nothing, such as that what is overwritten is whole. */
static int power_properties(sqlite3_file *file)
{
    (void)file;
    return 0;
}

static int power_shm_map(sqlite3_file *file, int page, int size, int extend,
                         void volatile **out)
{
    return of(file)->real->pMethods->xShmMap(of(file)->real, page, size, extend, out);
}

static int power_shm_lock(sqlite3_file *file, int offset, int n, int flags)
{
    return of(file)->real->pMethods->xShmLock(of(file)->real, offset, n, flags);
}

static void power_shm_barrier(sqlite3_file *file)
{
    of(file)->real->pMethods->xShmBarrier(of(file)->real);
}

static int power_shm_unmap(sqlite3_file *file, int remove)
{
    return of(file)->real->pMethods->xShmUnmap(of(file)->real, remove);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = power_close,
    .xRead = power_read,
    .xWrite = power_write,
    .xTruncate = power_truncate,
    .xSync = power_sync,
    .xFileSize = power_size,
    .xLock = power_lock,
    .xUnlock = power_unlock,
    .xCheckReservedLock = power_is_reserved,
    .xFileControl = power_control,
    .xSectorSize = power_sector_size,
    .xDeviceCharacteristics = power_properties,
    .xShmMap = power_shm_map,
    .xShmLock = power_shm_lock,
    .xShmBarrier = power_shm_barrier,
    .xShmUnmap = power_shm_unmap,
};

static int power_open(sqlite3_vfs *self, const char *name, sqlite3_file *file,
                      int flags, int *out)
{
    struct power_file *f = of(file);
    (void)self;
    f->number = flags & SQLITE_OPEN_MAIN_DB ? 0 : flags & SQLITE_OPEN_WAL ? 1 : OTHER;
    f->real = (sqlite3_file *)(f + 1);
    int code = real_vfs->xOpen(real_vfs, name, f->real, flags, out);
    f->base.pMethods = f->real->pMethods ? &methods : NULL;
    return code;
}

bool power_box_begin(void)
{
    disk = mmap(NULL, sizeof *disk, PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (disk == MAP_FAILED)
        return false;
    real_vfs = sqlite3_vfs_find(NULL);
    vfs = *real_vfs;
    vfs.zName = "power";
    vfs.szOsFile = (int)sizeof(struct power_file) + real_vfs->szOsFile;
    vfs.xOpen = power_open;
    return sqlite3_vfs_register(&vfs, 1) == SQLITE_OK;
}

void power_box_end(void)
{
    sqlite3_vfs_unregister(&vfs);
    sqlite3_vfs_register(real_vfs, 1);
    munmap(disk, sizeof *disk);
}

void power_box_settle(void)
{
    disk->count = 0;
}

/* What is lost behind the former end of a file is zeros, anything, or not there. */
static void put_back(int fd, struct sector *s, bool garbage)
{
    for (int i = s->length; i < SECTOR; i++)
        s->text[i] = garbage ? (unsigned char)rand() : 0;
    if (pwrite(fd, s->text, SECTOR, s->at) != SECTOR)
        abort();
}

static int cut_file(int *unsynced, int number, const char *path)
{
    char name[300];
    snprintf(name, sizeof name, "%s%s", path, number ? "-wal" : "");
    int fd = open(name, O_RDWR), lost = 0;
    /* How many of four are lost; with all of them, the file may be as long as it was.
     */
    int share = rand() % 4 + 1;
    bool garbage = rand() % 2;
    for (int i = disk->count - 1; fd >= 0 && i >= 0; i--) {
        struct sector *s = &disk->sector[i];
        if (s->file != number)
            continue;
        ++*unsynced;
        if (rand() % 4 >= share)
            continue;
        put_back(fd, s, garbage);
        lost++;
    }
    if (lost && share == 4 && ftruncate(fd, disk->size[number]) != 0)
        abort();
    if (fd >= 0)
        close(fd);
    return lost;
}

int power_box_cut(int *unsynced, const char *path)
{
    char name[300];
    int lost = 0;
    *unsynced = 0;
    for (int number = 0; number < FILES; number++)
        lost += cut_file(unsynced, number, path);
    snprintf(name, sizeof name, "%s-shm", path); /* it is memory, not a file */
    unlink(name);
    disk->count = 0;
    return lost;
}
