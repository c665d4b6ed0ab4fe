/** Every address inside the console is written here, once. */
export const paths = {
  home: '/',
  health: '/health',
  /** A check's detail beside the list; its figures cover the last hour. */
  check: (id: string) => `/health?checkId=${encodeURIComponent(id)}&timeRange=1h`,
}
