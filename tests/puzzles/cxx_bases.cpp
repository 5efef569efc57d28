// An object takes part in calls as each of its bases, whatever it was made as.
// RUN: --steps 20000
// EXPECT: exit 0
// EXPECT: covered 8 of 8
// EXPECT: no finding
class Device {
public:
  virtual ~Device() {}
  virtual int id() const { return 1; }
};
class Reader : public virtual Device {
public:
  int read(int count) { return count > 10 ? 10 : count; }
};
class Writer : public virtual Device {
public:
  void write(int count) {
    if (count > 0)
      written_ += count;
  }

protected:
  int written_ = 0;
};
class Disk : public Reader, public Writer {
public:
  int id() const override { return written_ > 5 ? 5 : 4; }
};

int classify(const Device &device) { return device.id() == 5 ? 50 : 0; }
