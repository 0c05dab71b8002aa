void filled(int *y, int w, int h) {
    for (int i = 0; i < w * h; i++)
        y[i] = i;
}
