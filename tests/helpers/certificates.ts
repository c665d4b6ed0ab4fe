/**
 * Self-signed certificates for localhost and 127.0.0.1, with a key used only in these tests. Node can read certificates
 * but not create them, so they are stored, with a validity that no test run can reach the end of.
 */
export const certificateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgTZ6MoJppL96l6tvh
kv9LEO+v4XXVP5MmeZdOG6Xu6cuhRANCAASPgDh2hE+wOLu/5tuUb9SSRBFbjeIY
M6VKKv6jA0MPOq4mG3sGFgj0iwm5KtyfREWDy3vYSaMz2oFNE1uAXbor
-----END PRIVATE KEY-----
`

/** From 2020-01-01 to 2120-01-01. */
export const validCertificate = `-----BEGIN CERTIFICATE-----
MIIBYzCCAQqgAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABI+AOHaET7A4u7/m
25Rv1JJEEVuN4hgzpUoq/qMDQw86riYbewYWCPSLCbkq3J9ERYPLe9hJozPagU0T
W4BduiujSzBJMBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcEfwAAATAMBgNVHRMEBTAD
AQH/MB0GA1UdDgQWBBQflxKwu7JgV6ry4+mq3t6LpVOlrjAKBggqhkjOPQQDAgNH
ADBEAiArHi9QFaFHno6E7VKbEz+c1dGjTr5GVkIi7tTKNYSwzwIgXi/7LAM2eSaK
Oza+fPgw1+R3QrGdoLYMO1grjFaW4vA=
-----END CERTIFICATE-----
`
export const validUntil = new Date('2120-01-01T00:00:00Z')

/** From 2020-01-01 to 2020-02-01. */
export const expiredCertificate = `-----BEGIN CERTIFICATE-----
MIIBYTCCAQigAwIBAgIBAjAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwHhcNMjAwMTAxMDAwMDAwWhcNMjAwMjAxMDAwMDAwWjAUMRIwEAYDVQQDDAls
b2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASPgDh2hE+wOLu/5tuU
b9SSRBFbjeIYM6VKKv6jA0MPOq4mG3sGFgj0iwm5KtyfREWDy3vYSaMz2oFNE1uA
Xboro0swSTAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwDAYDVR0TBAUwAwEB
/zAdBgNVHQ4EFgQUH5cSsLuyYFeq8uPpqt7ei6VTpa4wCgYIKoZIzj0EAwIDRwAw
RAIgU9Hbbn5wz92cOarLXZxiEyTLX8vMN9vY5q2yoyPWG2kCIF2dVSuxgZQWZFtM
+yaILjQlRNq1GfUigDgRwF7Tp7ep
-----END CERTIFICATE-----
`
