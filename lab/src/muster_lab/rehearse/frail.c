/* A disk and a clock that fail when told to, laid between a server and the system (LD_PRELOAD).
 *
 * FRAIL_FOLDER   only files below it are touched
 * FRAIL_CONTROL  three numbers that anybody may change: seconds to add to the time of day; the error that every
 *                write answers with (0: none, ENOSPC: the disk is full, EROFS: it may only be read); and
 *                whether a trace is wanted
 * FRAIL_TRACE    where every write, truncation and sync is written down then, in order
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

struct control { volatile int64_t seconds, error, traced; };
struct record { char kind; char name[39]; int64_t offset, size, nanoseconds; };

static struct control none, *control = &none;
static const char *folder = "\n";
static int trace = -1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) ({ static __typeof__(&name) found; if (!found) found = dlsym(RTLD_NEXT, #name); found; })

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("FRAIL_CONTROL");
    int file = path ? REAL(open64)(path, O_RDWR) : -1;
    if (file >= 0) {
        void *mapped = mmap(0, sizeof *control, PROT_READ, MAP_SHARED, file, 0);
        if (mapped != MAP_FAILED) control = mapped;
    }
    if (getenv("FRAIL_FOLDER")) folder = getenv("FRAIL_FOLDER");
    if ((path = getenv("FRAIL_TRACE"))) trace = REAL(open64)(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
}

static int is_ours(const char *path) { return path && !strncmp(path, folder, strlen(folder)); }

/* The name of an open file below the folder, or nothing. */
static const char *ours(int file, char path[512]) {
    char link[40];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, 511);
    path[length > 0 ? length : 0] = 0;
    return is_ours(path) ? strrchr(path, '/') + 1 : 0;
}

static void note(char kind, const char *name, int64_t offset, const void *data, int64_t size) {
    if (trace < 0 || !control->traced) return;
    int before = errno;
    struct record record = {.kind = kind, .offset = offset, .size = size};
    strncpy(record.name, name, sizeof record.name - 1);
    struct iovec parts[] = {{&record, sizeof record}, {(void *)data, data ? (size_t)size : 0}};
    struct timespec now;
    pthread_mutex_lock(&lock);
    REAL(clock_gettime)(CLOCK_MONOTONIC, &now);
    record.nanoseconds = now.tv_sec * 1000000000LL + now.tv_nsec;
    if (writev(trace, parts, 2) < 0) abort();
    pthread_mutex_unlock(&lock);
    errno = before;
}

static int fails(void) { errno = (int)control->error; return errno != 0; }

ssize_t pwrite64(int file, const void *data, size_t size, off64_t offset) {
    char path[512];
    const char *name = ours(file, path);
    if (name && fails()) return -1;
    ssize_t done = REAL(pwrite64)(file, data, size, offset);
    if (name && done > 0) note('w', name, offset, data, done);
    return done;
}

ssize_t pwrite(int file, const void *data, size_t size, off_t offset) {
    return pwrite64(file, data, size, offset);
}

ssize_t write(int file, const void *data, size_t size) {
    char path[512];
    const char *name = file > 2 ? ours(file, path) : 0;
    if (name && fails()) return -1;
    off64_t offset = name ? lseek64(file, 0, SEEK_CUR) : 0;
    ssize_t done = REAL(write)(file, data, size);
    if (name && done > 0) note('w', name, offset, data, done);
    return done;
}

int ftruncate64(int file, off64_t size) {
    char path[512];
    const char *name = ours(file, path);
    if (name && control->error == EROFS && fails()) return -1;
    int done = REAL(ftruncate64)(file, size);
    if (name && !done) note('t', name, size, 0, 0);
    return done;
}

int ftruncate(int file, off_t size) { return ftruncate64(file, size); }

static int synced(int file, int done) {
    char path[512];
    const char *name = ours(file, path);
    if (name && !done) note('s', name, 0, 0, 0);
    return done;
}

int fdatasync(int file) { return synced(file, REAL(fdatasync)(file)); }
int fsync(int file) { return synced(file, REAL(fsync)(file)); }

int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    int rights = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0;
    va_end(rest);
    int makes = flags & O_CREAT && access(path, F_OK), writes = (flags & O_ACCMODE) != O_RDONLY;
    if (is_ours(path) && (makes || (writes && control->error == EROFS)) && fails()) return -1;
    return REAL(open64)(path, flags, rights);
}

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    int rights = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0;
    va_end(rest);
    return open64(path, flags, rights);
}

int unlink(const char *path) {
    if (is_ours(path) && control->error == EROFS && fails()) return -1;
    int done = REAL(unlink)(path);
    if (is_ours(path) && !done) note('u', strrchr(path, '/') + 1, 0, 0, 0);
    return done;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int done = REAL(clock_gettime)(clock, now);
    if (!done && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += control->seconds;
    return done;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    int done = REAL(gettimeofday)(now, zone);
    if (!done) now->tv_sec += control->seconds;
    return done;
}

time_t time(time_t *at) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (at) *at = now.tv_sec;
    return now.tv_sec;
}
