#include "build/library_effects.h"

#include "build/reset_safe.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <set>
#include <sstream>
#include <string_view>

// A list of what is harmless, not of what is forbidden: a function that is missing here costs a
// fence around its tests, one that is here wrongly costs a user's files. Whether a call really gets
// there, and with which arguments, is not known; so fopen may write, and close may hit any
// descriptor.

namespace build {
namespace {

using Names = std::set<std::string, std::less<>>;

Names words(const char *text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

/// Without what is reset-safe, and without mathematics. Reading counts as harmless where it names
/// no descriptor.
const Names inside = words(R"(
memfrob strcoll strxfrm strerror strerror_r strerrorname_np strerrordesc_np strsignal
sigdescr_np strtok strverscmp strfry strlcpy strlcat basename dirname explicit_bzero malloc_trim
mallopt mallinfo mallinfo2 valloc pvalloc cfree alloca obstack_free _obstack_begin
_obstack_newchunk _obstack_free obstack_printf obstack_vprintf envz_entry
btowc wctob mblen mbtowc wctomb mbstowcs wcstombs mbrlen mbrtowc wcrtomb mbsinit mbsrtowcs
mbsnrtowcs wcsrtombs wcsnrtombs c16rtomb c32rtomb mbrtoc16 mbrtoc32 wcslen wcsnlen wcscpy
wcsncpy wcpcpy wcpncpy wcscat wcsncat wcscmp wcsncmp wcscasecmp wcsncasecmp wcschr wcsrchr
wcschrnul wcsstr wcsspn wcscspn wcspbrk wcstok wcsdup wcscoll wcsxfrm wcswidth wcwidth wmemcpy
wmemmove wmempcpy wmemset wmemcmp wmemchr wcstol wcstoul wcstoll wcstoull wcstod wcstof wcstold
wcstoimax wcstoumax iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint
iswpunct iswspace iswupper iswxdigit iswctype towlower towupper towctrans wctype wctrans
iconv_open iconv iconv_close
strtoimax strtoumax imaxabs imaxdiv qsort_r lfind lsearch hsearch hcreate hdestroy hsearch_r
hcreate_r hdestroy_r tsearch tfind tdelete twalk tdestroy insque remque rand srand rand_r random
srandom initstate setstate random_r srandom_r drand48 erand48 lrand48 nrand48 mrand48 jrand48
srand48 seed48 lcong48 getrandom getentropy arc4random arc4random_uniform arc4random_buf ecvt
fcvt gcvt a64l l64a htonl htons ntohl ntohs inet_addr inet_aton inet_ntoa inet_ntop inet_pton
strfroml strfromd strfromf __iseqsig __issignaling
printf vprintf fprintf vfprintf asprintf vasprintf puts fputs putchar putc fputc _IO_putc fwrite
wprintf fwprintf swprintf vwprintf vfwprintf vswprintf putwc fputwc putwchar fputws perror
psignal scanf fscanf sscanf vscanf vfscanf vsscanf wscanf fwscanf swscanf vwscanf vfwscanf
vswscanf getchar getc fgetc _IO_getc gets fgets fread getline getdelim __getdelim getwc fgetwc
getwchar fgetws ungetc ungetwc feof ferror clearerr fileno fflush fseek fseeko ftell ftello
rewind fgetpos fsetpos setbuf setvbuf setbuffer setlinebuf fwide fclose flockfile funlockfile
ftrylockfile fmemopen open_memstream open_wmemstream __overflow __uflow __woverflow __wuflow
__fpending __fpurge __fsetlocking __freading __fwriting err errx warn warnx verr verrx vwarn
vwarnx error error_at_line getw putw
pincerOpenFile pincerFileContents pincerCloseFile pincer_note_room pincer_check_failed
access faccessat eaccess euidaccess stat lstat fstat fstatat __xstat __lxstat __fxstat
__fxstatat statx statfs fstatfs statvfs fstatvfs readlink readlinkat realpath
canonicalize_file_name getcwd get_current_dir_name opendir readdir readdir_r rewinddir seekdir
telldir closedir dirfd scandir alphasort versionsort ftw glob globfree fnmatch isatty ttyname
ttyname_r pathconf fpathconf tcgetattr
regcomp regexec regfree regerror re_compile_pattern re_search re_match re_set_syntax
re_compile_fastmap getopt getopt_long getopt_long_only getsubopt setlocale localeconv newlocale
uselocale freelocale duplocale nl_langinfo gettext dgettext dcgettext ngettext dngettext
dcngettext textdomain bindtextdomain bind_textdomain_codeset strfmon getenv secure_getenv setenv
putenv unsetenv clearenv __ctype_get_mb_cur_max
time gettimeofday clock clock_gettime clock_getres clock_getcpuclockid timespec_get ftime times
difftime mktime timegm timelocal gmtime localtime gmtime_r localtime_r asctime asctime_r ctime
ctime_r strftime wcsftime strptime getdate tzset sleep usleep nanosleep clock_nanosleep pause
select pselect poll ppoll
getpid getppid gettid getuid geteuid getgid getegid getgroups getpgrp getpgid getsid getpriority
getrusage getrlimit getpagesize sysconf confstr uname gethostname getdomainname getlogin
getlogin_r cuserid sysinfo get_nprocs get_nprocs_conf getloadavg gethostid getauxval atexit
on_exit at_quick_exit quick_exit raise signal sysv_signal bsd_signal ssignal gsignal sigaction
sigprocmask sigpending sigsuspend sigwait sigwaitinfo sigtimedwait sigaltstack sigemptyset
sigfillset sigaddset sigdelset sigismember siginterrupt alarm ualarm setitimer getitimer setjmp
_setjmp __sigsetjmp sigsetjmp longjmp _longjmp siglongjmp __longjmp getcontext setcontext
makecontext swapcontext __stack_chk_fail __chk_fail __fortify_fail __assert __assert_perror_fail
backtrace backtrace_symbols dladdr munmap mprotect madvise posix_madvise mincore mlock munlock
sched_yield sched_getcpu sched_getaffinity __sched_cpucount __sched_cpualloc __sched_cpufree
sem_init sem_destroy sem_wait sem_trywait sem_timedwait sem_post sem_getvalue call_once
__cxa_atexit __cxa_thread_atexit __cxa_thread_atexit_impl __tls_get_addr ___tls_get_addr
__gcc_personality_v0 __res_init __h_errno_location gnu_get_libc_version __fdelt_chk __fdelt_warn
__libc_current_sigrtmin __libc_current_sigrtmax feclearexcept fegetenv fegetexceptflag
fegetround feholdexcept feraiseexcept fesetenv fesetexceptflag fesetround fetestexcept
feupdateenv feenableexcept fedisableexcept fegetexcept
)");

/// libm; with f, l, f32, f64x... at the end the same for other types.
const Names mathematics = words(R"(
acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 exp10 pow10
expm1 fabs fdim floor fma fmax fmin fmaximum fminimum fmod frexp gamma hypot ilogb llogb j0 j1
jn y0 y1 yn ldexp lgamma lgamma_r gamma_r llrint llround log log10 log1p log2 logb lrint lround
modf nan nearbyint nextafter nexttoward nextup nextdown pow remainder drem remquo rint round
roundeven scalb scalbln scalbn significand sin sincos sinh sqrt tan tanh tgamma trunc fpclassify
isnan isinf finite signbit issignaling iseqsig canonicalize fromfp ufromfp cabs cacos cacosh
carg casin casinh catan catanh ccos ccosh cexp cimag clog clog10 conj cpow cproj creal csin
csinh csqrt ctan ctanh
)");

const Names files = words(R"(
creat open openat __open_2 __openat_2 fopen freopen fdopen fdopendir unlink unlinkat remove
rmdir rename renameat renameat2 mkdir mkdirat mkfifo mkfifoat link linkat symlink symlinkat
truncate ftruncate fallocate posix_fallocate mkstemp mkostemp mkstemps mkostemps mkdtemp mktemp
tmpfile tmpnam tmpnam_r tempnam copy_file_range sendfile nftw umask chdir fchdir fcloseall
read readv pread preadv write writev pwrite pwritev close dup dup2 dup3 pipe pipe2 lseek fcntl
fsync fdatasync mmap mremap msync dprintf vdprintf posix_fadvise lockf brk sbrk memfd_create
eventfd
)");

const Names outside = words(R"(
fork vfork _Fork clone system popen pclose execl execle execlp execv execve execvp execvpe
execveat fexecve posix_spawn posix_spawnp kill killpg tgkill sigqueue pthread_kill
pthread_sigqueue ptrace daemon setsid setpgid setpgrp setpriority nice setrlimit prlimit ulimit
vlimit sched_setaffinity sched_setparam sched_setscheduler wordexp wait waitpid waitid wait3
wait4 process_vm_readv process_vm_writev prctl personality unshare setns
chmod fchmod fchmodat lchmod chown fchown lchown fchownat utime utimes utimensat futimens
futimes futimesat lutimes setxattr lsetxattr fsetxattr removexattr lremovexattr fremovexattr
mknod mknodat __xmknod __xmknodat flock shm_open shm_unlink sem_open sem_unlink mq_open
mq_unlink shmget shmat shmdt shmctl semget semop semctl semtimedop msgget msgsnd msgrcv msgctl
ftok inotify_init inotify_init1
sync syncfs mount umount umount2 chroot pivot_root reboot sethostname sethostid setdomainname
settimeofday clock_settime clock_adjtime stime adjtime adjtimex swapon swapoff setuid setgid
seteuid setegid setreuid setregid setresuid setresgid setfsuid setfsgid setgroups initgroups
setlogin syscall ioctl syslog vsyslog openlog closelog klogctl iopl ioperm acct quotactl vhangup
tcsetattr tcflush tcflow tcsendbreak tcdrain tcsetpgrp getpass grantpt unlockpt posix_openpt
openpty forkpty putpwent putspent pututline pututxline updwtmp login logout logwtmp
socket socketpair connect bind listen accept accept4 send sendto sendmsg sendmmsg recv recvfrom
recvmsg shutdown setsockopt getaddrinfo getnameinfo gethostbyname gethostbyname2 gethostbyaddr
rcmd rexec res_query res_search
)");

bool endsWith(std::string_view text, std::string_view end) { return text.ends_with(end); }

bool isMathematics(std::string_view name) {
  if (name.starts_with("__"))
    name.remove_prefix(2);
  if (endsWith(name, "_finite"))
    name.remove_suffix(7);
  if (mathematics.contains(name))
    return true;
  for (std::string_view type : {"f128", "f32x", "f64x", "f32", "f64", "f", "l"})
    if (endsWith(name, type) && mathematics.contains(name.substr(0, name.size() - type.size())))
      return true;
  return false;
}

/// What compilers call for arithmetic, atomic operations and unwinding, whatever the width.
bool isOfCompiler(std::string_view name) {
  constexpr auto ends = std::to_array<std::string_view>(
      {"ti2",  "ti3",  "ti4",  "di2",  "di3",  "di4",  "si2",  "si3",  "sf2",
       "sf3",  "df2",  "df3",  "xf2",  "xf3",  "tf2",  "tf3",  "hf2",  "sc3",
       "dc3",  "xc3",  "tc3",  "sfti", "sfdi", "dfti", "dfdi", "xfti", "xfdi",
       "tfti", "tfdi", "tisf", "tidf", "tixf", "titf", "disf", "didf", "hfsf"});
  return name.starts_with("_Unwind_") || name.starts_with("__atomic_") ||
         name.starts_with("__sync_") ||
         (name.starts_with("__") &&
          std::any_of(ends.begin(), ends.end(),
                      [&](std::string_view end) { return endsWith(name, end); }));
}

/// Symbols of libstdc++ by what they start with. What touches files has its words in the name.
Effect effectInCxx(std::string_view name) {
  constexpr auto library = std::to_array<std::string_view>({"_ZNSt",
                                                            "_ZNKSt",
                                                            "_ZSt",
                                                            "_ZNSs",
                                                            "_ZNKSs",
                                                            "_ZNSo",
                                                            "_ZNKSo",
                                                            "_ZNSi",
                                                            "_ZNKSi",
                                                            "_ZNSd",
                                                            "_ZNKSd",
                                                            "_ZNSa",
                                                            "_ZNKSa",
                                                            "_ZN9__gnu_cxx",
                                                            "_ZNK9__gnu_cxx",
                                                            "_ZN10__cxxabiv1",
                                                            "_ZNK10__cxxabiv1",
                                                            "_ZTv0_n",
                                                            "_Znw",
                                                            "_Zna",
                                                            "_Zdl",
                                                            "_Zda",
                                                            "_ZGTt",
                                                            "__cxa_",
                                                            "__gxx_",
                                                            "__dynamic_cast"});
  constexpr auto withFiles =
      std::to_array<std::string_view>({"fstream", "basic_filebuf", "stdio_filebuf", "__basic_file",
                                       "_ZNSt10filesystem", "_ZNKSt10filesystem", "10filesystem"});
  const auto contains = [&](std::string_view word) {
    return name.find(word) != std::string_view::npos;
  };
  if (std::none_of(library.begin(), library.end(),
                   [&](std::string_view start) { return name.starts_with(start); }))
    return Effect::Unknown;
  return std::any_of(withFiles.begin(), withFiles.end(), contains) ? Effect::Files : Effect::Inside;
}

Effect byName(const std::string &name) {
  if (outside.contains(name))
    return Effect::Outside;
  if (files.contains(name))
    return Effect::Files;
  if (isResetSafe(name) || inside.contains(name) || isMathematics(name) || isOfCompiler(name))
    return Effect::Inside;
  if (name.starts_with("pthread_") || name.starts_with("__pthread_") || name.starts_with("mtx_") ||
      name.starts_with("cnd_") || name.starts_with("thrd_") || name.starts_with("tss_"))
    return Effect::Inside;
  return effectInCxx(name);
}

} // namespace

Effect effectOf(const std::string &symbol) {
  std::string name = symbol;
  // One function has many names: for large files, with checks of sizes, by the standard's year.
  for (std::string_view prefix : {"__isoc99_", "__isoc23_", "__xpg_", "__libc_", "__GI_"})
    if (name.starts_with(prefix))
      name.erase(0, prefix.size());
  for (Effect effect = byName(name);; effect = byName(name)) {
    if (effect != Effect::Unknown)
      return effect;
    if (name.starts_with("__") && name.ends_with("_chk"))
      name = name.substr(2, name.size() - 6);
    else if (name.starts_with("__") && name.ends_with("64_2")) // __open64_2
      name = name.substr(2, name.size() - 6);
    else if (name.ends_with("64") || name.ends_with("_l"))
      name.resize(name.size() - 2);
    else if (name.ends_with("_unlocked"))
      name.resize(name.size() - 9);
    else if (name.starts_with("__") && !name.starts_with("__cxa"))
      name.erase(0, 2); // the library's own name for it
    else
      return Effect::Unknown;
  }
}

} // namespace build
