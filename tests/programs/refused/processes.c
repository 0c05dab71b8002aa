/* A child runs another program. */
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    if (fork() == 0) execl("/bin/true", "true", (char *)0);
    wait(0);
    return 0;
}
