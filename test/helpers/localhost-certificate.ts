/** A certificate for localhost that nobody vouches for, until a test says that it does; its key is no secret. */
export const localhostCertificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUbvQ5ICi3Yfpfz62JSDh2j7+WLXwwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTE1NDc0NVoYDzIxMjYxMDI4
MTU0NzQ1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATiV9LcjpamfwUIY7wiDDIW3mpzBQfzEFgbyfxejwRdY/+Egbtusbbk
WLHgKObQMotvyLWGQ0idnMFnznKEWdqyo28wbTAdBgNVHQ4EFgQUjOZogD3PG2Ko
00e+3S0h8y/DghkwHwYDVR0jBBgwFoAUjOZogD3PG2Ko00e+3S0h8y/DghkwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhAMsdKIkCfnO6pExwGw7rW/c0y0EQwU4kwM4YhwHV2EXOAiEA
/XKGao9cZzBPl/hQqFL2o1E0m1Y4oYA9yw1/a8BFUSY=
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgOdtKvxMzsD+97etN
hb5SYJ1BQsszMAYId2oyWQcdYpqhRANCAATiV9LcjpamfwUIY7wiDDIW3mpzBQfz
EFgbyfxejwRdY/+EgbtusbbkWLHgKObQMotvyLWGQ0idnMFnznKEWdqy
-----END PRIVATE KEY-----
`,
};
