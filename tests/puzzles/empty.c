// EXPECT: exit 3
// EXPECT: output there are no functions
