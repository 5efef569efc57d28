// A client's side of a mail protocol: connect, greet, log in with a key, send, quit. Each command
// is allowed in some phases only; too many mistakes lock it.
#include <stdexcept>
#include <string>

class MailSession {
public:
  void connect(int port) {
    if (phase_ != Phase::Closed)
      throw std::logic_error("already connected");
    if (port <= 0 || port > 65535)
      throw std::invalid_argument("port");
    phase_ = Phase::Connected;
    isSecure_ = port == 465;
  }
  bool greet(const std::string &host) {
    if (phase_ != Phase::Connected || host.empty())
      return mistake();
    phase_ = Phase::Greeted;
    return true;
  }
  bool login(unsigned key) {
    if (phase_ != Phase::Greeted)
      return mistake();
    if ((key ^ 0xa5a5u) != 0x1f2e3d4cu) {
      if (++failedLogins_ == 3)
        phase_ = Phase::Locked;
      return false;
    }
    phase_ = Phase::Ready;
    return true;
  }
  bool addRecipient(const std::string &address) {
    if (phase_ != Phase::Ready)
      return mistake();
    if (address.find('@') == std::string::npos)
      return false;
    if (recipients_ == 4)
      return false; // no more for one message
    ++recipients_;
    return true;
  }
  int send(const std::string &text) {
    if (phase_ != Phase::Ready || recipients_ == 0) {
      mistake();
      return -1;
    }
    recipients_ = 0;
    ++sent_;
    bytes_ += static_cast<int>(text.size());
    if (sent_ == 5)
      return 1; // asks to slow down
    return 0;
  }
  void quit() {
    if (phase_ == Phase::Locked)
      throw std::logic_error("locked");
    if (phase_ == Phase::Ready && sent_ > 0 && isSecure_)
      finishedSecurely_ = true;
    phase_ = Phase::Closed;
    ++sessions_;
  }
  std::string report() const {
    if (sessions_ >= 3 && finishedSecurely_)
      return "regular";
    if (sent_ > 2 && mistakes_ > 2)
      return "clumsy";
    if (phase_ == Phase::Locked)
      return mistakes_ == 0 ? "careless" : "locked";
    return "plain";
  }

private:
  enum class Phase { Closed, Connected, Greeted, Ready, Locked };
  bool mistake() {
    if (++mistakes_ > 8)
      phase_ = Phase::Locked;
    return false;
  }
  Phase phase_ = Phase::Closed;
  bool isSecure_ = false, finishedSecurely_ = false;
  int failedLogins_ = 0, recipients_ = 0, sent_ = 0, bytes_ = 0, sessions_ = 0, mistakes_ = 0;
};
