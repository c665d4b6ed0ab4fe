import { type Check, expect, facts, has, hasInOrder, reads } from '../../helpers/facts'

/** The landmarks of a page: its bar with the heading and the number of rows, and its content. */
const page =
  (title: string, more: Check): Check =>
  async (state, whole) => {
    const banner = await has(state, 'banner', 'Top bar')
    await has(banner, 'heading', title)
    await has(banner, 'button', 'Refresh')
    await more(await has(state, 'main', title), whole)
  }

type Known = {
  title: string
  columns: readonly string[]
  /** The columns that the server cannot sort by. */
  unsorted?: readonly string[]
  /** The names of the first rows, which tell all facts of a row. */
  rows: readonly RegExp[]
  /** The buttons beside the search, after that of the view. */
  buttons: readonly RegExp[]
}

/** A list: a search landmark, a grid with sortable columns, and rows with a menu each. */
const list =
  ({ title, columns, unsorted = [], rows, buttons }: Known, more?: Check): Check =>
  async (state, whole) => {
    await page(title, async (main) => {
      const search = await has(main, 'search', /./)
      await has(search, 'searchbox', /./)
      await has(search, 'button', /^View/, { haspopup: /./, expanded: false })
      for (const name of buttons) await has(search, 'button', name)
      const grid = await has(main, 'grid', title, { colcount: columns.length + 1, rowcount: /^\d+$/ })
      await hasInOrder(grid, 'columnheader', [...columns, 'Actions'])
      for (const column of columns.filter((one) => !unsorted.includes(one)))
        await has(await has(grid, 'columnheader', column, { sort: /./ }), 'button', column)
      for (const name of rows) {
        const row = await has(grid, 'row', name, { selected: false })
        await has(row, 'rowheader', /^Select /)
        await has(row, 'checkbox', /^Select /, { checked: false })
        await has(row, 'button', /^Actions for /, { haspopup: /./ })
      }
      await more?.(main, whole)
    })(state, whole)
  }

/** Instead of an empty list: a heading, an explanation, and the ways to add something. */
const empty = (title: string, heading: RegExp, buttons: readonly RegExp[]): Check =>
  page(title, async (main) => {
    await has(main, 'heading', heading)
    await hasInOrder(main, 'button', buttons)
    await has(main, 'grid', undefined, { count: 0 })
  })

const people: Known = {
  title: 'People',
  columns: ['Name', 'E-mail', 'Roles', 'Account', 'Last seen'],
  rows: [
    /^Ines Okonkwo, ines@quillmoor\.example, admin, active$/,
    /^Mireille .*, editor and responder, active$/,
    /, viewer, off$/,
  ],
  buttons: [/^Invitations/, /^Outbox/, /^Invite a/],
}

/** The messages, and the numbers and buttons of their pages. */
const outbox = (range: RegExp, isFirst: boolean, isLast: boolean) =>
  list(
    {
      title: 'Outbox',
      columns: ['Message', 'To', 'Status', 'Written'],
      rows: [/, waiting$/, /^You are invited .*, sent$/, /^You are invited .*, failed$/],
      buttons: [/^Filters/, /^Time range: /, /^People/],
    },
    async (main) => {
      const pager = await has(main, 'group', /Outbox$/)
      await reads(pager, range)
      await has(pager, 'combobox', 'Rows per page')
      await has(pager, 'spinbutton', 'Go to page')
      await hasInOrder(pager, 'button', ['First page', 'Previous page', 'Next page', 'Last page'])
      for (const name of ['First page', 'Previous page']) await has(pager, 'button', name, { disabled: isFirst })
      for (const name of ['Next page', 'Last page']) await has(pager, 'button', name, { disabled: isLast })
    }
  )

const EMPTY = /^No resources found$/

export default facts({
  Agents: list({
    title: 'Agents',
    columns: ['Name', 'Status', 'Configs', 'Checks', 'Scrapers', 'Runs', 'Last seen', 'Last push'],
    rows: [
      /^depot-leeds, offline, 1,?204 config items, 12 checks$/,
      /^the agent of the dockyard .*, offline, /,
      /, never connected$/,
    ],
    buttons: [/^Add an agent/],
  }),
  'Agents: empty': empty('Agents', /^No agents yet$/, [/^Add an agent/]),
  Canaries: list({
    title: 'Canaries',
    columns: ['Name', 'Namespace', 'Checks', 'Schedule', 'From', 'Last run'],
    rows: [
      /^storefront, shop, \d+ healthy, @every \d+s, from console$/,
      /^harbour-nodes, .* unhealthy, /,
      /, no checks, /,
    ],
    buttons: [/^Add/],
  }),
  'Canaries: empty': empty('Canaries', EMPTY, [/^Import/, /^Add/]),
  'Event queue': list({
    title: 'Event queue',
    columns: ['Event', 'Pending', 'Failed', 'Attempts', 'Most common error', 'Oldest', 'Last failure'],
    rows: [
      /^notification\.send, 1,204 pending, 12 failed, 3\.5 attempts on average, failed to send/,
      /^check\.failed, 1 pending$/,
    ],
    buttons: [/^Job history/],
  }),
  'Event queue: empty': empty('Event queue', /^No events are waiting$/, [/^Job history/]),
  'Feature flags': list({
    title: 'Feature flags',
    columns: ['Name', 'Value', 'Effect', 'From'],
    rows: [
      /^incidents\.disable is false, leaves incidents on, stored$/,
      /^logs\.disable is true, turns logs off, file$/,
    ],
    buttons: [/^Turn off/, /^Add/],
  }),
  'Feature flags: empty': empty('Feature flags', /^All features are on$/, [/^Turn off/, /^Add/]),
  'Incident rules': list({
    title: 'Incident rules',
    columns: ['Name', 'Watches', 'Status', 'Incidents', 'Created by', 'Last run', 'Updated'],
    rows: [/^unhealthy services, .*, success, incidents: \d+ \(\d+ open\), from console$/, /^gift cards, .*, failed, /],
    buttons: [/^Add/],
  }),
  'Incident rules: empty': empty('Incident rules', EMPTY, [/^Import/, /^Add/]),
  Invitations: list({
    title: 'Invitations',
    columns: ['E-mail', 'Role', 'Invited by', 'Invited'],
    rows: [/^priya@fennick\.example, editor, invited by Ada Lovelace$/, /^mireille.*, viewer$/],
    buttons: [/^People/, /^Invite a person/],
  }),
  'Invitations: empty': empty('Invitations', /^No pending invitations$/, [/^People/, /^Invite a person/]),
  Connections: list({
    title: 'Connections',
    columns: ['Name', 'Namespace', 'Type', 'From', 'Created by', 'Updated'],
    rows: [/^orders, payments, Postgres, from console$/, /, Git, from kubernetescrd$/, /, aws_kms, from console$/],
    buttons: [/^Add/],
  }),
  'Connections: empty': empty('Connections', EMPTY, [/^Add/]),
  'Log backends': list({
    title: 'Log backends',
    columns: ['Name', 'Type', 'Labels', 'From', 'Created by', 'Updated'],
    rows: [/^shop-logs, elasticSearch, environment=production, team=shop, from console$/, /, file, from configfile$/],
    buttons: [/^Add/],
  }),
  'Log backends: empty': empty('Log backends', EMPTY, [/^Add/]),
  Outbox: outbox(/^1–\d+ of \d+$/, true, true),
  'Outbox: empty': empty('Outbox', /^No messages yet$/, [/^People/]),
  People: list(people),
  'People: empty': empty('People', /^No users yet$/, [/^Invitations/, /^Outbox/, /^Invite a/]),
  Permissions: list({
    title: 'Permissions',
    columns: ['Subject', 'Resource', 'Action', 'Description', 'Updated', 'Created', 'Created By'],
    unsorted: ['Created By'],
    rows: [
      /^payments \(team\): playbook:run on restart-deployment \(playbook\), The payments team may .*, created by Ada Lovelace$/,
      /^guest \(role\): deny read on catalog \(global\), /,
      /: all \(\*\) on everything \(global\), from a Kubernetes CRD, no effect: unknown object$/,
    ],
    buttons: [/^Filters/, /^Add Permission/],
  }),
  'Permissions: empty': empty('Permissions', /^No permissions$/, [/^Add Permission/]),
  Playbooks: list({
    title: 'Playbooks',
    columns: ['Playbook', 'Description', 'Applies to', 'Approval', 'Status', 'Last run'],
    rows: [/^Restart deployment, .*, for config items, 1 parameter, last run/, /^Count products.*, not run yet$/],
    buttons: [/^Add/],
  }),
  'Playbooks: empty': empty('Playbooks', /^No playbooks yet$/, [/^Import/, /^Add/]),
  'Catalog scrapers': list({
    title: 'Catalog scrapers',
    columns: ['Name', 'Type', 'Last job', 'Items', 'Schedule', 'Last run'],
    rows: [/^printers, File, success, \d+ items, /, /^harbour, Kubernetes, failed, /, /, never ran, from agent/],
    buttons: [/^Add/],
  }),
  'Catalog scrapers: empty': empty('Catalog scrapers', EMPTY, [/^Import/, /^Add/]),
  'Notification rules': list({
    title: 'Notification rules',
    columns: ['Name', 'State', 'Events', 'Recipient', 'Messages', 'Failed', 'Created by'],
    rows: [
      /^printers, disabled, config item unhealthy, to ntfy\.quillmoor\.example, Syntax error/,
      /^everything-about-.*, failing, .*, 3 sent, 2 failed, 1 pending, failed to send message: 401, /,
    ],
    buttons: [/^Add/],
  }),
  'Notification rules: empty': empty('Notification rules', /^No notification rules$/, [/^Add/]),
  Silences: list({
    title: 'Silences',
    columns: ['Name', 'Target', 'Remarks', 'Ends', 'Held back', 'Reason', 'Created by'],
    rows: [/^cart-flaps, active, cart \(check\), indefinitely, /, /^move-of-the-depot, upcoming, .*, recursive, /],
    buttons: [/^Add/],
  }),
  'Silences: empty': empty('Silences', /^No silences$/, [/^Add/]),
  Teams: list({
    title: 'Teams',
    columns: ['Name', 'Last job', 'From', 'Created by', 'Last run'],
    rows: [/^platform, success, from console$/, /, failed, from console$/],
    buttons: [/^Add/],
  }),
  'Teams: empty': empty('Teams', EMPTY, [/^Add/]),
  Topologies: list({
    title: 'Topologies',
    columns: ['Name', 'Namespace', 'Last job', 'Components', 'Schedule', 'Last run'],
    rows: [/^quillmoor, .*, success, \d+ components, /, /^depot, .*, never ran, /, /, failed, /],
    buttons: [/^Add/],
  }),
  'Topologies: empty': empty('Topologies', EMPTY, [/^Import/, /^Add/]),
  Loading: page('People', async (main) => {
    await reads(main, /^Loading people/)
    await has(main, 'grid', undefined, { count: 0 })
    await expect(main.locator('[aria-busy=true]')).toHaveCount(1)
  }),
  Failed: page('People', async (main) => {
    await has(main, 'heading', 'Could not load people')
    await reads(main, /unauthorized/)
    await has(main, 'button', 'Try again')
  }),
  'Not renewed': list(people, async (main) => {
    await reads(main, /^unauthorized.* Showing data from/)
    await has(main, 'button', 'Try again')
  }),
  'Filtered to nothing': page('Outbox', async (main) => {
    await has(main, 'searchbox', /./, { value: 'recovery' })
    const chips = await has(main, 'list', 'Active filters')
    await hasInOrder(chips, 'button', [/: Sent$/, /^Remove .*: Sent$/, /: not Failed$/, /^Remove .*: not Failed$/])
    await has(main, 'heading', /^Nothing matches/)
  }),
  'One page of many': outbox(/ of 1,284$/, false, false),
  'A page that failed': page('Outbox', async (main) => {
    await has(main, 'heading', 'Could not load outbox')
    await reads(main, /unauthorized/)
    await has(main, 'button', 'Try again')
  }),
})
