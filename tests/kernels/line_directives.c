// simdiff: check --reference f --port g --size n=1..4 => different "other.in:9:21: they agree with 1 in place of 2 here" "template.in:102:14: f gives 1"
// What a generator wrote, with the places of an input that is not here.
#line 100 "template.in"
void f(const int *a, int *d, int n) {
    for (int i = 0; i < n; i++)
        d[i] = a[i] + 1;
}
#line 7 "other.in"
void g(const int *a, int *d, int n) {
    for (int i = 0; i < n; i++)
        d[i] = a[i] + 2;
}
