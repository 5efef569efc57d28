// Threads that work on symbolic data at the same time: right terms (every puzzle runs with the self-check on), nothing
// lost for good, no deadlock; and variables of each thread's own.
// RUN: --strategy concolic --steps 3000 -- -pthread
// EXPECT: covered 14 of 14
// EXPECT: stat 'self-check terms' at least 1000
// EXPECT: stat 'symbolic runs with several threads' at least 10
#include <pthread.h>
typedef struct {
  int in, out;
} Job;
static void *hammer(void *argument) {
  Job *job = argument;
  unsigned x = (unsigned)job->in;
  for (int i = 0; i < 300; ++i)
    x = x * 3 + (unsigned)i;
  job->out = (int)x;
  return 0;
}
int together(int a, int b) {
  Job jobs[2] = {{a, 0}, {b, 0}};
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], 0, hammer, &jobs[i]);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], 0);
  return jobs[0].out == 1234567 && jobs[1].out == 7654321 ? 1 : 0;
}
static _Thread_local int own;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;
static void *add(void *argument) {
  own = *(int *)argument;
  own *= 2;
  pthread_mutex_lock(&lock);
  sum += own;
  pthread_mutex_unlock(&lock);
  return 0;
}
int apart(int a, int b) {
  pthread_t thread;
  own = 5;
  pthread_create(&thread, 0, add, &a);
  add(&b);
  pthread_join(thread, 0);
  return sum == 31338 && own == 2222 ? 1 : 0;
}
