// simdiff: check --reference share --port share_short => defect division-overflow
int share(int whole, signed char parts) {
    return parts == 0 ? 0 : parts == -1 ? (int)-(unsigned)whole : whole / parts;
}

int share_short(int whole, signed char parts) { return parts ? whole / parts : 0; }
