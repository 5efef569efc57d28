// The valve controller of the paper on bidirectional symbolic analysis, with short waits (its own are ints, and
// loops of 2^31 rounds are for bench/subjects/valve_controller.c): its sensors are
// variables that somebody else defines, so they are inputs. getStatusOfValve never sees a bad index from here,
// but it is called by itself as well.
// EXPECT: exit 1
// EXPECT: environment size 'extern variable'
// EXPECT: environment valvesStatus 'extern variable'
// EXPECT: covered 14 of 14
// EXPECT: function checkValves tested
#include <stdio.h>
#include <stdlib.h>
#define VALVE_KO(status) status == -1
#define TOLERANCE 2
extern int size;
extern int valvesStatus[];
int getStatusOfValve(int i) {
  if (i < 0 || i >= size) {
    printf("ERROR");
    exit(EXIT_FAILURE);
  }
  int status = valvesStatus[i];
  return status;
}
int checkValves(unsigned char wait1, unsigned char wait2) {
  int count, i;
  while (wait1 > 0)
    wait1--;
  count = 0, i = 0;
  while (i < size) {
    int status = getStatusOfValve(i);
    if (VALVE_KO(status))
      count++;
    i++;
  }
  if (count > TOLERANCE)
    printf("ALARM");
  while (wait2 > 0)
    wait2--;
  return count;
}
