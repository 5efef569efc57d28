struct counter;
struct counter *counter_new(void);
void counter_free(struct counter *c);
int counter_is_full(const struct counter *c);
int *counter_value(struct counter *c);
