// EXPECT: exit 0
// EXPECT: output there are no functions
