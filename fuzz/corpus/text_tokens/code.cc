#include <x.h>
// https://a.b/c
int GetHTTPServer(int a1234567) {
	return a != 0x1F;  
}


