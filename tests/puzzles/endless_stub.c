// A loop that waits for a stub gets what it waits for, or is no test: past its end a test supplies zeros.
// EXPECT: exit 0
// EXPECT: no finding
// EXPECT: covered 4 of 4
int poll_device(void);
int wait_until_ready(int patience) {
  int rounds = 0;
  while (poll_device() == 0)
    rounds++;
  return rounds > 2 ? 1 : 0;
}
