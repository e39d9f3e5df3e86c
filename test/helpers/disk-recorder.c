/*
 * Loaded by LD_PRELOAD beside a server: records in RECORD_TO what it and its children change below RECORD_FOLDER, which
 * syncs succeeded. A sync fails once where RECORD_FAIL/wal or RECORD_FAIL/database exists, and all do while RECORD_FAIL/all
 * does. disk-recorder.ts reads the records.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define MAX_FD 65536
#define NEXT(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))

/* What follows it: `first` bytes of a path, then `second` bytes of data or of another path. */
struct record {
  char kind;
  uint64_t inode, offset;
  uint32_t first, second;
} __attribute__((packed));

static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER;
static uint64_t inodes[MAX_FD];
static char kinds[MAX_FD];
static int output = -1;
static dev_t device;
static uint64_t syncs;
static const char *folder;

__attribute__((constructor)) static void begin(void) {
  folder = getenv("RECORD_FOLDER");
  const char *to = getenv("RECORD_TO");
  struct stat status;
  if (!folder || !to || stat(folder, &status)) return;
  device = status.st_dev;
  output = syscall(SYS_openat, AT_FDCWD, to, O_WRONLY | O_APPEND | O_CLOEXEC);
}

static int is_recorded(const char *path) {
  return output >= 0 && !strncmp(path, folder, strlen(folder)) && !strstr(path, "-shm");
}

/* One write, as records of several processes go into the same file. */
static void record(char kind, uint64_t inode, uint64_t offset, const char *path, const void *data, uint32_t length) {
  int saved = errno;
  struct record head = {kind, inode, offset, path ? strlen(path) : 0, length};
  struct iovec parts[] = {{&head, sizeof head}, {(void *)path, head.first}, {(void *)data, length}};
  if (syscall(SYS_writev, output, parts, 3) != (long)(sizeof head + head.first + length)) abort();
  errno = saved;
}

static int opened(int fd, const char *path, int flags, int was_there) {
  if (fd < 0 || fd >= MAX_FD) return fd;
  struct stat status;
  fstat(fd, &status);
  inodes[fd] = status.st_ino;
  size_t length = strlen(path);
  kinds[fd] = length > 4 && !strcmp(path + length - 4, "-wal") ? 'w'
            : length > 7 && !strcmp(path + length - 7, ".sqlite") ? 'd' : 'o';
  if (!was_there) record('c', inodes[fd], 0, path, 0, 0);
  else if (flags & O_TRUNC) record('t', inodes[fd], 0, 0, 0, 0);
  return fd;
}

#define OPEN(name)                                                                       \
  int name(const char *path, int flags, ...) {                                           \
    va_list rest;                                                                        \
    va_start(rest, flags);                                                               \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;              \
    va_end(rest);                                                                        \
    if (!is_recorded(path)) return NEXT(name)(path, flags, mode);                        \
    pthread_mutex_lock(&order);                                                          \
    int was_there = access(path, F_OK) == 0;                                             \
    int fd = opened(NEXT(name)(path, flags, mode), path, flags, was_there);              \
    pthread_mutex_unlock(&order);                                                        \
    return fd;                                                                           \
  }
OPEN(open)
OPEN(open64)

int openat(int base, const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return path[0] == '/' ? open(path, flags, mode) : NEXT(openat)(base, path, flags, mode);
}

/* libuv closes by a bare system call, so a number may belong to another file by now. */
static int is_open(int fd) {
  struct stat status;
  if (output < 0 || fd < 0 || fd >= MAX_FD || !inodes[fd] || fstat(fd, &status)) return 0;
  if (status.st_ino == inodes[fd] && status.st_dev == device) return 1;
  inodes[fd] = 0;
  return 0;
}

static ssize_t wrote(int fd, ssize_t length, off64_t offset, const void *data) {
  if (length > 0) record('w', inodes[fd], offset < 0 ? lseek(fd, 0, SEEK_CUR) - length : offset, 0, data, length);
  pthread_mutex_unlock(&order);
  return length;
}

ssize_t write(int fd, const void *data, size_t length) {
  if (!is_open(fd)) return NEXT(write)(fd, data, length);
  pthread_mutex_lock(&order);
  return wrote(fd, NEXT(write)(fd, data, length), -1, data);
}

ssize_t pwrite64(int fd, const void *data, size_t length, off64_t offset) {
  if (!is_open(fd)) return NEXT(pwrite64)(fd, data, length, offset);
  pthread_mutex_lock(&order);
  return wrote(fd, NEXT(pwrite64)(fd, data, length, offset), offset, data);
}

ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) { return pwrite64(fd, data, length, offset); }

/* The first part alone: callers write the rest by another call. */
ssize_t writev(int fd, const struct iovec *parts, int count) {
  return is_open(fd) && count > 0 ? write(fd, parts[0].iov_base, parts[0].iov_len) : NEXT(writev)(fd, parts, count);
}

int ftruncate64(int fd, off64_t length) {
  if (!is_open(fd)) return NEXT(ftruncate64)(fd, length);
  pthread_mutex_lock(&order);
  int result = NEXT(ftruncate64)(fd, length);
  if (result == 0) record('t', inodes[fd], length, 0, 0, 0);
  pthread_mutex_unlock(&order);
  return result;
}

int rename(const char *from, const char *to) {
  if (!is_recorded(to)) return NEXT(rename)(from, to);
  pthread_mutex_lock(&order);
  int result = NEXT(rename)(from, to);
  if (result == 0) record('r', 0, 0, from, to, strlen(to));
  pthread_mutex_unlock(&order);
  return result;
}

int unlink(const char *path) {
  if (!is_recorded(path)) return NEXT(unlink)(path);
  pthread_mutex_lock(&order);
  int result = NEXT(unlink)(path);
  if (result == 0) record('u', 0, 0, path, 0, 0);
  pthread_mutex_unlock(&order);
  return result;
}

int mkdir(const char *path, mode_t mode) {
  if (!is_recorded(path)) return NEXT(mkdir)(path, mode);
  pthread_mutex_lock(&order);
  int result = NEXT(mkdir)(path, mode);
  struct stat status;
  if (result == 0 && stat(path, &status) == 0) record('m', status.st_ino, 0, path, 0, 0);
  pthread_mutex_unlock(&order);
  return result;
}

static int fails(int fd) {
  const char *control = getenv("RECORD_FAIL");
  if (!control) return 0;
  char trigger[PATH_MAX];
  snprintf(trigger, sizeof trigger, "%s/all", control);
  if (access(trigger, F_OK) == 0) return 1;
  snprintf(trigger, sizeof trigger, "%s/%s", control,
           kinds[fd] == 'w' ? "wal" : kinds[fd] == 'd' ? "database" : "other");
  return NEXT(unlink)(trigger) == 0;
}

static int synced(int fd, int (*sync)(int)) {
  if (!is_open(fd)) return sync(fd);
  pthread_mutex_lock(&order);
  uint64_t number = ((uint64_t)getpid() << 32) + ++syncs;
  record('s', inodes[fd], number, 0, 0, 0);
  pthread_mutex_unlock(&order);
  int failed = fails(fd);
  int result = failed ? -1 : sync(fd);
  if (failed) errno = EIO;
  pthread_mutex_lock(&order);
  record(result ? 'f' : 'o', inodes[fd], number, 0, 0, 0);
  pthread_mutex_unlock(&order);
  return result;
}

int fsync(int fd) { return synced(fd, NEXT(fsync)); }
int fdatasync(int fd) { return synced(fd, NEXT(fdatasync)); }
