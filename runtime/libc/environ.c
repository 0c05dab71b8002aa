/* The environment is empty: runs are repeatable. */
static char *none[1];
char **environ = none;
char **__environ = none;
