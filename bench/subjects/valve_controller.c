/* The running example of the paper on bidirectional analysis; nobody defines size and valvesStatus. */
#include <stdio.h>
#include <stdlib.h>
#define VALVE_KO(status) ((status) == -1)
#define TOLERANCE 2
extern int size;
extern int valvesStatus[];

int getStatusOfValve(int i) {
  if (i < 0 || i >= size) {
    printf("ERROR\n");
    exit(EXIT_FAILURE);
  }
  int status = valvesStatus[i];
  return status;
}

int checkValves(int wait1, int wait2) {
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
    printf("ALARM\n");
  while (wait2 > 0)
    wait2--;
  return count;
}
