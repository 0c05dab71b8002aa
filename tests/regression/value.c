/* A structure passed by value. */

struct point {
    float x, y;
};

float norm(struct point p)
{
    return p.x * p.x + p.y * p.y;
}

float norm_other(struct point p)
{
    return p.x * p.x - p.y * p.y;
}
