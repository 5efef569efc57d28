// A vending machine: coins add up, shelves run out, a drum of change can be full, service resets.
#include <array>
#include <stdexcept>

class VendingMachine {
public:
  enum class Coin { Five = 5, Ten = 10, Twenty = 20, Fifty = 50 };

  bool insert(Coin coin) {
    if (isInService_)
      return false;
    const int value = static_cast<int>(coin);
    if (value != 5 && value != 10 && value != 20 && value != 50)
      throw std::invalid_argument("no such coin");
    if (drum_ >= 8)
      return false; // full
    ++drum_;
    credit_ += value;
    return true;
  }
  int buy(unsigned shelf) {
    if (isInService_)
      return -1;
    if (shelf >= stock_.size())
      throw std::out_of_range("shelf");
    const int price = 15 + 20 * static_cast<int>(shelf);
    if (credit_ < price)
      return -2;
    if (stock_[shelf] == 0) {
      ++disappointed_;
      return -3;
    }
    --stock_[shelf];
    credit_ -= price;
    ++sold_;
    if (credit_ == 0)
      ++exact_;
    return credit_;
  }
  int refund() {
    const int given = credit_;
    if (given > 0)
      ++refunds_;
    credit_ = 0;
    return given;
  }
  void openService(int pin) {
    if (pin != 4711) {
      if (++wrongPins_ >= 3)
        isAlarmed_ = true;
      return;
    }
    isInService_ = true;
    isAlarmed_ = false;
  }
  void closeService() {
    if (!isInService_)
      throw std::logic_error("not in service");
    isInService_ = false;
    drum_ = 0;
    stock_ = {2, 2, 1};
    ++services_;
  }
  char light() const {
    if (isAlarmed_)
      return 'r';
    if (isInService_)
      return 'y';
    if (sold_ >= 4 && services_ == 0)
      return 'b';
    if (exact_ >= 2)
      return 'w';
    if (refunds_ >= 3 && disappointed_ >= 1)
      return 'o';
    return credit_ > 0 ? 'g' : '-';
  }

private:
  std::array<int, 3> stock_{2, 2, 1};
  int credit_ = 0, drum_ = 0, sold_ = 0, exact_ = 0, refunds_ = 0, disappointed_ = 0;
  int wrongPins_ = 0, services_ = 0;
  bool isInService_ = false, isAlarmed_ = false;
};
