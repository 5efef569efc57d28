// One registry for all: counters with names, a limit to their number, snapshots, sealing.
#include <map>
#include <string>

class Metrics {
public:
  static Metrics &instance() {
    static Metrics only;
    return only;
  }
  Metrics(const Metrics &) = delete;
  Metrics &operator=(const Metrics &) = delete;

  bool add(const std::string &name, int by) {
    if (isSealed_) {
      ++dropped_;
      return false;
    }
    auto at = counters_.find(name);
    if (at == counters_.end()) {
      if (counters_.size() == 4)
        return false;
      at = counters_.emplace(name, 0).first;
    }
    if (by < 0 || by > 1000)
      return false;
    at->second += by;
    if (at->second > 2500)
      isHot_ = true;
    return true;
  }
  void seal() { isSealed_ = true; }
  bool unseal(const std::string &reason) {
    if (!isSealed_ || reason.size() < 3)
      return false;
    isSealed_ = false;
    ++unsealed_;
    return true;
  }
  int snapshot() {
    if (counters_.empty())
      return -1;
    int sum = 0;
    for (const auto &[name, count] : counters_)
      sum += count;
    if (sum == last_)
      ++unchanged_;
    else
      unchanged_ = 0;
    last_ = sum;
    return sum;
  }
  int verdict() const {
    if (isHot_)
      return isSealed_ ? 6 : 5;
    if (unsealed_ >= 2 && dropped_ >= 3)
      return 4;
    if (unchanged_ >= 4)
      return 3;
    if (counters_.size() == 4)
      return 2;
    return counters_.count("requests") ? 1 : 0;
  }

private:
  Metrics() = default;
  std::map<std::string, int> counters_;
  bool isSealed_ = false, isHot_ = false;
  int dropped_ = 0, unsealed_ = 0, unchanged_ = 0, last_ = -1;
};

int metricsVerdict() { return Metrics::instance().verdict(); }
