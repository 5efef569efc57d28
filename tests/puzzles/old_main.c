// Old C: nobody declares anything, as gcc 12 takes it; and nothing but main can be called.
// EXPECT: exit 0
// EXPECT: output compiled as old C
// EXPECT: output main is all that can be called
// EXPECT: covered 4 of 4
// EXPECT: function main tested
main(argc, argv) char **argv;
{
  int c = getchar();
  if (argc > 1 && c == 'q')
    return 3;
  return 0;
}
