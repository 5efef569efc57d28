// State that lies in the module itself: only other calls, in the right order, set it.
// RUN: --steps 60000 --errors none
// EXPECT: covered 22 of 22
static enum { Closed, Open, Ready } state;
static int user, sent;
int open_line(int port) {
  if (state != Closed) return -1;
  if (port < 1024) return -2;
  state = Open;
  return 0;
}
int login(int id, int key) {
  if (state != Open) return -1;
  if (key != id * 31 + 7) return -2;
  user = id;
  state = Ready;
  return 0;
}
int send_word(int word) {
  if (state != Ready) return -1;
  if (sent == 3) return -3;
  if (word == user) return -2;
  return ++sent;
}
int close_line(void) {
  if (state == Closed) return -1;
  if (sent == 0) return -4;
  state = Closed;
  sent = 0;
  return 0;
}
int count_calls(int x) {
  static int calls;
  if (++calls == 3) return x > 5 ? 1 : 2;
  return 0;
}
