/* Intersections in space: a ray or a segment with a box, a segment with a triangle, a triangle with
 * a triangle. All of it is arithmetic on doubles: products of coordinates decide nearly every
 * branch, which is what bench/nonlinear measures solvers by. */
#include <math.h>

struct Vector {
  double x, y, z;
};
struct Box {
  struct Vector low, high;
};
struct Triangle {
  struct Vector a, b, c;
};

static struct Vector minus(struct Vector a, struct Vector b) {
  struct Vector r = {a.x - b.x, a.y - b.y, a.z - b.z};
  return r;
}
static struct Vector cross(struct Vector a, struct Vector b) {
  struct Vector r = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  return r;
}
static double dot(struct Vector a, struct Vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static double length(struct Vector a) { return sqrt(dot(a, a)); }

enum RayBox { BadBox = -2, BadRay = -1, Misses, StartsInside, Enters, EntersFar, Touches };

/* Narrows [*near, *far] to where the ray is between two planes; 0 if nothing is left. */
static int clip(double from, double along, double low, double high, double *near, double *far) {
  if (along == 0)
    return from >= low && from <= high;
  double t1 = (low - from) / along, t2 = (high - from) / along;
  if (t1 > t2) {
    const double t = t1;
    t1 = t2;
    t2 = t;
  }
  if (t1 > *near)
    *near = t1;
  if (t2 < *far)
    *far = t2;
  return *near <= *far;
}

int ray_box(struct Vector from, struct Vector along, struct Box box, double reach) {
  if (!(box.low.x < box.high.x && box.low.y < box.high.y && box.low.z < box.high.z))
    return BadBox;
  if (!(length(along) > 1e-6) || !(reach > 0))
    return BadRay;
  double near = -1e30, far = 1e30;
  if (!clip(from.x, along.x, box.low.x, box.high.x, &near, &far))
    return Misses;
  if (!clip(from.y, along.y, box.low.y, box.high.y, &near, &far))
    return Misses;
  if (!clip(from.z, along.z, box.low.z, box.high.z, &near, &far))
    return Misses;
  if (far < 0)
    return Misses;
  if (near < 0)
    return StartsInside;
  if (near == far)
    return Touches;
  return near * length(along) > reach ? EntersFar : Enters;
}

/* Does a segment meet a box? By separating axes: the box's three, and their products with the
 * segment. Says which axis separates the two, from 1; 0: none, they meet. */
int segment_box(struct Vector from, struct Vector to, struct Box box) {
  const struct Vector e = minus(box.high, box.low);
  if (e.x <= 0 || e.y <= 0 || e.z <= 0)
    return -1;
  const struct Vector d = minus(to, from);
  const struct Vector m = {from.x + to.x - box.low.x - box.high.x,
                           from.y + to.y - box.low.y - box.high.y,
                           from.z + to.z - box.low.z - box.high.z};
  const struct Vector size = {fabs(d.x), fabs(d.y), fabs(d.z)};
  if (fabs(m.x) > e.x + size.x)
    return 1;
  if (fabs(m.y) > e.y + size.y)
    return 2;
  if (fabs(m.z) > e.z + size.z)
    return 3;
  const struct Vector across = cross(m, d);
  if (fabs(across.x) > e.y * size.z + e.z * size.y)
    return 4;
  if (fabs(across.y) > e.x * size.z + e.z * size.x)
    return 5;
  if (fabs(across.z) > e.x * size.y + e.y * size.x)
    return 6;
  return 0;
}

enum RayTriangle { Degenerate = -1, Parallel, Outside, Behind, Hit, HitFromBehind, HitEdge };

/* Moeller and Trumbore's test. */
int ray_triangle(struct Vector from, struct Vector along, struct Triangle t, double *distance) {
  const struct Vector e1 = minus(t.b, t.a), e2 = minus(t.c, t.a);
  const struct Vector normal = cross(e1, e2);
  if (dot(normal, normal) < 1e-12)
    return Degenerate;
  const struct Vector p = cross(along, e2);
  const double det = dot(e1, p);
  if (fabs(det) < 1e-9)
    return Parallel;
  const struct Vector s = minus(from, t.a);
  const double u = dot(s, p) / det;
  if (u < 0 || u > 1)
    return Outside;
  const struct Vector q = cross(s, e1);
  const double v = dot(along, q) / det;
  if (v < 0 || u + v > 1)
    return Outside;
  const double far = dot(e2, q) / det;
  if (far < 0)
    return Behind;
  if (distance)
    *distance = far;
  if (u == 0 || v == 0 || u + v == 1)
    return HitEdge;
  return det > 0 ? Hit : HitFromBehind;
}

enum Triangles { NoTriangle = -1, Apart, OneSide, OtherSide, Coplanar, CoplanarApart, Meet, TouchInPoint };

struct Range {
  double low, high;
};

/* Where the triangle crosses the line of both planes. `p` are places along the line, `d` distances
 * from the other plane; not all of them have one sign. */
static struct Range crossing(const double p[3], const double d[3]) {
  int alone = 0; /* the corner that lies alone on its side */
  if (d[0] * d[1] > 0)
    alone = 2;
  else if (d[0] * d[2] > 0)
    alone = 1;
  else if (d[1] * d[2] > 0 || d[0] != 0)
    alone = 0;
  else if (d[1] != 0)
    alone = 1;
  else
    alone = 2;
  const int i = (alone + 1) % 3, j = (alone + 2) % 3;
  const double t1 = p[i] + (p[alone] - p[i]) * d[i] / (d[i] - d[alone]);
  const double t2 = p[j] + (p[alone] - p[j]) * d[j] / (d[j] - d[alone]);
  struct Range range = {t1, t2};
  if (t1 > t2) {
    range.low = t2;
    range.high = t1;
  }
  return range;
}

/* Distances of three corners from a plane; tiny ones are none. 1: all on one side. */
static int sides(struct Vector normal, double offset, const struct Triangle *t, double d[3]) {
  d[0] = dot(normal, t->a) + offset;
  d[1] = dot(normal, t->b) + offset;
  d[2] = dot(normal, t->c) + offset;
  for (int i = 0; i < 3; ++i)
    if (fabs(d[i]) < 1e-9)
      d[i] = 0;
  return d[0] * d[1] > 0 && d[0] * d[2] > 0;
}

struct Point {
  double x, y;
};

/* Twice the area of three points, positive if they turn left. */
static double turn(struct Point a, struct Point b, struct Point c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static int segmentsCross(struct Point a, struct Point b, struct Point c, struct Point d) {
  const double t1 = turn(a, b, c), t2 = turn(a, b, d), t3 = turn(c, d, a), t4 = turn(c, d, b);
  if (t1 * t2 < 0 && t3 * t4 < 0)
    return 1;
  return t1 == 0 && t2 == 0 && fmin(a.x, b.x) <= fmax(c.x, d.x) &&
         fmin(c.x, d.x) <= fmax(a.x, b.x);
}

static int contains(const struct Point t[3], struct Point p) {
  const double a = turn(t[0], t[1], p), b = turn(t[1], t[2], p), c = turn(t[2], t[0], p);
  if (a >= 0 && b >= 0 && c >= 0)
    return 1;
  return a <= 0 && b <= 0 && c <= 0;
}

/* Leaves out the coordinate in which the plane is steepest. */
static struct Point flat(struct Vector normal, struct Vector p) {
  const double x = fabs(normal.x), y = fabs(normal.y), z = fabs(normal.z);
  struct Point r = {p.x, p.y};
  if (x >= y && x >= z) {
    r.x = p.y;
    r.y = p.z;
  } else if (y >= z) {
    r.x = p.z;
    r.y = p.x;
  }
  return r;
}

static int coplanar(struct Vector normal, const struct Triangle *t, const struct Triangle *u) {
  const struct Point p[3] = {flat(normal, t->a), flat(normal, t->b), flat(normal, t->c)};
  const struct Point q[3] = {flat(normal, u->a), flat(normal, u->b), flat(normal, u->c)};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (segmentsCross(p[i], p[(i + 1) % 3], q[j], q[(j + 1) % 3]))
        return Coplanar;
  return contains(p, q[0]) || contains(q, p[0]) ? Coplanar : CoplanarApart;
}

/* Moeller's test. */
int triangle_triangle(struct Triangle t, struct Triangle u) {
  const struct Vector n = cross(minus(t.b, t.a), minus(t.c, t.a));
  const struct Vector o = cross(minus(u.b, u.a), minus(u.c, u.a));
  if (length(n) < 1e-6 || length(o) < 1e-6)
    return NoTriangle;
  double dt[3], du[3];
  if (sides(n, -dot(n, t.a), &u, du))
    return OneSide;
  if (du[0] == 0 && du[1] == 0 && du[2] == 0)
    return coplanar(n, &t, &u);
  if (sides(o, -dot(o, u.a), &t, dt))
    return OtherSide;
  const struct Vector line = cross(n, o);
  const double pt[3] = {dot(line, t.a), dot(line, t.b), dot(line, t.c)};
  const double pu[3] = {dot(line, u.a), dot(line, u.b), dot(line, u.c)};
  const struct Range r = crossing(pt, dt), s = crossing(pu, du);
  if (r.high < s.low || s.high < r.low)
    return Apart;
  return r.high == s.low || s.high == r.low ? TouchInPoint : Meet;
}

enum Spheres { NoSphere = -1, SpheresApart, SpheresTouch, SpheresMeet, Inside };

int sphere_sphere(struct Vector a, double ra, struct Vector b, double rb) {
  if (ra <= 0 || rb <= 0)
    return NoSphere;
  const struct Vector d = minus(b, a);
  const double squared = dot(d, d), sum = ra + rb, difference = ra - rb;
  if (squared > sum * sum)
    return SpheresApart;
  if (squared == sum * sum)
    return SpheresTouch;
  return squared < difference * difference ? Inside : SpheresMeet;
}

/* A sphere that moves along `by`: the time at which it first touches a plane through `p` with
 * normal `n`, in [0, 1]; less than 0: not at all. */
double sphere_plane(struct Vector centre, double radius, struct Vector by, struct Vector p,
                    struct Vector n) {
  const double size = length(n);
  if (!(size > 1e-3) || !(radius > 0))
    return -2;
  const double distance = dot(n, minus(centre, p)) / size, speed = dot(n, by) / size;
  if (fabs(distance) <= radius)
    return 0;
  if (distance * speed >= 0)
    return -1;
  const double t = (fabs(distance) - radius) / fabs(speed);
  return t <= 1 ? t : -1;
}
