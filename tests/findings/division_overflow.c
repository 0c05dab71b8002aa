// simdiff: check --reference share --port share_twice => defect division-overflow
int share(int whole, signed char parts) { return parts ? whole / parts : 0; }

int share_twice(int whole, signed char parts) { return share(whole, parts); }
