// The program and its nursery talk over a control socket: one byte for each request, with the
// worker's end of a new connection attached where a worker is wanted; one number as the reply. Both
// take turns, so plain blocking calls are enough.
#include "solver/z3/nursery.h"

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace solver::z3worker {

namespace {

constexpr char startRequest = 's', endRequest = 'e';

support::Error failed(const char *what) {
  return {std::string("the solver's processes: ") + what + ": " + std::strerror(errno)};
}

bool sendRequest(int control, char request, int attached) {
  iovec data{&request, 1};
  alignas(cmsghdr) char space[CMSG_SPACE(sizeof(int))] = {};
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  if (attached >= 0) {
    message.msg_control = space;
    message.msg_controllen = sizeof space;
    cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(header), &attached, sizeof attached);
  }
  ssize_t sent;
  do
    sent = sendmsg(control, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == 1;
}

/// The request, and in `attached` the descriptor that came with it or -1; 0 at the end.
char receiveRequest(int control, int &attached) {
  char request = 0;
  iovec data{&request, 1};
  alignas(cmsghdr) char space[CMSG_SPACE(sizeof(int))] = {};
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = space;
  message.msg_controllen = sizeof space;
  attached = -1;
  ssize_t received;
  do
    received = recvmsg(control, &message, MSG_CMSG_CLOEXEC);
  while (received < 0 && errno == EINTR);
  if (received != 1)
    return 0;
  if (const cmsghdr *header = CMSG_FIRSTHDR(&message); header && header->cmsg_type == SCM_RIGHTS)
    std::memcpy(&attached, CMSG_DATA(header), sizeof attached);
  return request;
}

bool sendReply(int control, int reply) {
  return send(control, &reply, sizeof reply, MSG_NOSIGNAL) == sizeof reply;
}

bool receiveReply(int control, int &reply) {
  ssize_t received;
  do
    received = recv(control, &reply, sizeof reply, 0);
  while (received < 0 && errno == EINTR);
  return received == sizeof reply;
}

/// Nothing of the program may be kept open, or its pipes and sockets would seem alive after it.
void keepOnly(int descriptor) {
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int standard = 0; standard < 3; ++standard)
    if (standard != descriptor)
      dup2(nothing, standard);
  const unsigned kept = static_cast<unsigned>(descriptor);
  if (kept > 3)
    close_range(3, kept - 1, 0);
  close_range(kept < 3 ? 3 : kept + 1, ~0u, 0);
}

void forgetSignals() {
  for (int signal = 1; signal < NSIG; ++signal)
    ::signal(signal, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// On top of what is mapped now, since sanitizers map terabytes that cost nothing.
void limitMemory(std::uint64_t bytes) {
  unsigned long long pages = 0;
  if (FILE *file = std::fopen("/proc/self/statm", "re")) {
    if (std::fscanf(file, "%llu", &pages) != 1)
      pages = 0;
    std::fclose(file);
  }
  const rlim_t most = pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + bytes;
  const rlimit limit{most, most}, none{0, 0};
  setrlimit(RLIMIT_AS, &limit);
  setrlimit(RLIMIT_CORE, &none);
}

[[noreturn]] void workerMain(const Nursery::Job &job, int socket, pid_t nursery) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != nursery)
    _exit(1); // it ended before we could ask to be told
  prctl(PR_SET_NAME, "pincer-z3");
  setpgid(0, 0);
  keepOnly(socket);
  limitMemory(job.memoryBytes);
  job.work(socket);
  _exit(0);
}

/// How it ended.
int endWorkerProcess(pid_t worker) {
  int status = 0;
  if (worker > 0) {
    kill(worker, SIGKILL);
    waitpid(worker, &status, 0);
  }
  return status;
}

/// Serves until the program closes its end.
[[noreturn]] void nurseryMain(const Nursery::Job &job, int control) {
  prctl(PR_SET_NAME, "pincer-nursery");
  setpgid(0, 0); // Ctrl-C is for the program; we end with it
  keepOnly(control);
  forgetSignals();
  job.prepare();
  const pid_t self = getpid();
  pid_t worker = -1;
  for (;;) {
    int attached = -1;
    const char request = receiveRequest(control, attached);
    int reply = -1;
    if (request == startRequest && worker < 0 && attached >= 0) {
      worker = fork();
      if (worker == 0)
        workerMain(job, attached, self);
      reply = worker;
    } else if (request == endRequest && worker > 0) {
      reply = endWorkerProcess(worker);
      worker = -1;
    } else if (request == 0) {
      endWorkerProcess(worker);
      _exit(0);
    }
    if (attached >= 0)
      close(attached);
    if (!sendReply(control, reply))
      _exit(0);
  }
}

} // namespace

support::Result<Nursery> Nursery::start(const Job &job) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return failed("socketpair");
  const pid_t pid = fork();
  if (pid < 0) {
    const support::Error error = failed("fork");
    close(ends[0]);
    close(ends[1]);
    return error;
  }
  if (pid == 0)
    nurseryMain(job, ends[1]);
  close(ends[1]);
  return Nursery(pid, ends[0]);
}

Nursery::Nursery(Nursery &&other) noexcept
    : pid_(std::exchange(other.pid_, -1)), control_(std::exchange(other.control_, -1)) {}

Nursery::~Nursery() {
  if (control_ >= 0)
    close(control_);
  if (pid_ > 0)
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR)
      ;
}

support::Result<Nursery::Worker> Nursery::startWorker() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return failed("socketpair");
  int pid = -1;
  const bool started =
      sendRequest(control_, startRequest, ends[1]) && receiveReply(control_, pid) && pid > 0;
  close(ends[1]);
  if (!started) {
    close(ends[0]);
    return support::Error{"the solver's processes can't be started again"};
  }
  return Worker{pid, ends[0]};
}

support::Result<int> Nursery::endWorker() {
  int status = 0;
  if (!sendRequest(control_, endRequest, -1) || !receiveReply(control_, status))
    return support::Error{"the solver's processes are gone"};
  return status;
}

} // namespace solver::z3worker
