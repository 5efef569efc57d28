/* The templates that libstdc++.so holds ready made: strings, streams, and the facets that read and
 * write numbers. A symbolic target of a C++ subject gets them from here, instrumented. The dynamic
 * linker prefers a program's own definitions, those of virtual tables too: so std::cin, which the
 * library makes, runs this code as well. */
#include <ext/stdio_filebuf.h>
#include <ext/stdio_sync_filebuf.h>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <locale>
#include <sstream>
#include <string>

namespace std {

template class basic_string<char>;
template basic_ostream<char> &operator<<(basic_ostream<char> &, const string &);
template basic_istream<char> &getline(basic_istream<char> &, string &);

template class basic_ios<char>;
template class basic_streambuf<char>;
template class basic_istream<char>;
template class basic_ostream<char>;
template class basic_iostream<char>;
template class basic_stringbuf<char>;
template class basic_istringstream<char>;
template class basic_ostringstream<char>;
template class basic_stringstream<char>;
template class basic_filebuf<char>;
template class basic_ifstream<char>;
template class basic_ofstream<char>;
template class basic_fstream<char>;
template class num_get<char>;
template class num_put<char>;

template istream &ws(istream &);
template istream &operator>>(istream &, char &);
template istream &operator>>(istream &, unsigned char &);
template istream &operator>>(istream &, signed char &);
template istream &istream::_M_extract(unsigned short &);
template istream &istream::_M_extract(unsigned int &);
template istream &istream::_M_extract(long &);
template istream &istream::_M_extract(unsigned long &);
template istream &istream::_M_extract(bool &);
template istream &istream::_M_extract(long long &);
template istream &istream::_M_extract(unsigned long long &);
template istream &istream::_M_extract(float &);
template istream &istream::_M_extract(double &);
template istream &istream::_M_extract(long double &);

template ostream &endl(ostream &);
template ostream &ends(ostream &);
template ostream &flush(ostream &);
template ostream &operator<<(ostream &, char);
template ostream &operator<<(ostream &, unsigned char);
template ostream &operator<<(ostream &, signed char);
template ostream &operator<<(ostream &, const char *);
template ostream &operator<<(ostream &, const unsigned char *);
template ostream &operator<<(ostream &, const signed char *);
template ostream &ostream::_M_insert(long);
template ostream &ostream::_M_insert(unsigned long);
template ostream &ostream::_M_insert(bool);
template ostream &ostream::_M_insert(long long);
template ostream &ostream::_M_insert(unsigned long long);
template ostream &ostream::_M_insert(double);
template ostream &ostream::_M_insert(long double);
template ostream &operator<<(ostream &, _Setw);
template ostream &operator<<(ostream &, _Setfill<char>);
template ostream &operator<<(ostream &, _Setprecision);
template ostream &operator<<(ostream &, _Setbase);
template ostream &operator<<(ostream &, _Setiosflags);
template ostream &operator<<(ostream &, _Resetiosflags);
template istream &operator>>(istream &, _Setw);
template istream &operator>>(istream &, _Setbase);
template ostream &__ostream_insert(ostream &, const char *, streamsize);

} // namespace std

namespace __gnu_cxx {

template class stdio_sync_filebuf<char>;
template class stdio_filebuf<char>;

} // namespace __gnu_cxx
