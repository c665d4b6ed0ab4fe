-- Certificates are checked unless somebody says otherwise. Rows that are there keep what they have: nothing tells whether
-- somebody chose it, and a service with a certificate of its own would fail from one day to the next.

alter table connections alter column insecure_tls set default false;
