/* A controller that counts the broken valves of a hydraulic system and raises an alarm when there are
 * more of them than can be tolerated. After the running example of the paper on bidirectional symbolic
 * analysis; the sensors are parameters here. */
#include <stdio.h>
#include <stdlib.h>

#define VALVE_KO(status) ((status) == -1)
#define TOLERANCE 2

static int status_of_valve(const int valves[], int size, int i) {
  if (i < 0 || i >= size) {
    printf("ERROR\n");
    exit(EXIT_FAILURE);
  }
  return valves[i];
}

/* The number of broken valves among `size`. */
int check_valves(const int valves[], int size, unsigned char wait1, unsigned char wait2) {
  while (wait1 > 0)
    wait1--;
  int count = 0;
  for (int i = 0; i < size; i++)
    if (VALVE_KO(status_of_valve(valves, size, i)))
      count++;
  if (count > TOLERANCE)
    printf("ALARM\n");
  while (wait2 > 0)
    wait2--;
  return count;
}
