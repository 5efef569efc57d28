#pragma once
struct meter {
  int value, most;
};
int meter_add(struct meter *meter, int amount);
