// A loop that waits for a stub gets what it waits for. One that never stops asking is tested up to where its inputs end.
// EXPECT: exit 0
// EXPECT: no finding
// EXPECT: covered 12 of 12
int poll_device(void);
int wait_until_ready(int patience) {
  int rounds = 0;
  while (poll_device() == 0)
    rounds++;
  return rounds > 2 ? 1 : 0;
}

void serve_for_ever(int eager) {
  int heat = 0;
  for (;;) {
    int step = poll_device();
    if (eager && step > 100)
      heat++;
    else if (step == -7)
      heat--;
    if (heat == 2)
      heat = 0;
  }
}
