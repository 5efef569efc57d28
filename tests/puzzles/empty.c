// EXPECT: exit 0
// EXPECT: output no functions
