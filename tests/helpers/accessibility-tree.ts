import type { CDPSession } from 'playwright/test'

// Reads the accessibility tree that Chromium exposes, and checks its composite widgets. Testing libraries compute roles
// from attributes, element by element. The browser also looks at ancestors: an item whose container it does not find
// loses its role. The protocol does not report positions, so those are read from the attributes of the same elements.

type TreeNode = {
  role: string
  name: string
  /** The states that Chromium reports, such as `level` or `selected`. */
  states: ReadonlyMap<string, unknown>
  attributes: ReadonlyMap<string, string>
  children: readonly TreeNode[]
}

/** The roles of the items of a composite widget, and of elements allowed between it and its items. */
const COMPOSITES: Readonly<Record<string, { items: readonly string[]; between: readonly string[] }>> = {
  grid: { items: ['row'], between: ['rowgroup'] },
  treegrid: { items: ['row'], between: ['rowgroup'] },
  tree: { items: ['treeitem'], between: ['group'] },
  tablist: { items: ['tab'], between: [] },
  menu: { items: ['menuitem', 'menuitemradio', 'menuitemcheckbox'], between: ['group'] },
  listbox: { items: ['option'], between: ['group'] },
}
const CELLS = ['columnheader', 'rowheader', 'gridcell']
const ROLES = new Set([
  'combobox',
  ...CELLS,
  ...Object.entries(COMPOSITES).flatMap(([role, { items }]) => [role, ...items]),
])

/** States that must have the value of their attribute. */
const STATES = ['level', 'expanded', 'selected', 'checked', 'multiselectable', 'busy'] as const

export type CompositeReport = {
  /** One line per composite widget: role, name and number of items. */
  composites: string[]
  problems: string[]
}

/** Checks every composite widget that Chromium exposes on the page. */
export async function checkAccessibilityTree(cdp: CDPSession): Promise<CompositeReport> {
  const report: CompositeReport = { composites: [], problems: [] }
  for (const node of flatten(await readTree(cdp))) {
    checkRole(node, report.problems)
    // Not a native select, which the browser exposes as a combobox, too.
    if (node.attributes.get('role') === 'combobox') checkComboBox(node, report)
    else if (node.role in COMPOSITES) checkComposite(node, report)
  }
  return report
}

async function readTree(cdp: CDPSession): Promise<TreeNode> {
  const attributes = await readAttributes(cdp)
  const { nodes } = await cdp.send('Accessibility.getFullAXTree')
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  /** Elements that Chromium ignores are replaced by their children. */
  const toNodes = (id: string): TreeNode[] => {
    const node = byId.get(id)
    if (!node) return []
    const children = (node.childIds ?? []).flatMap(toNodes)
    if (node.ignored) return children
    return [
      {
        role: String(node.role?.value),
        name: String(node.name?.value ?? ''),
        states: new Map((node.properties ?? []).map(({ name, value }) => [name, value.value])),
        attributes: attributes.get(node.backendDOMNodeId ?? -1) ?? new Map(),
        children,
      },
    ]
  }
  const [root] = toNodes(nodes[0]?.nodeId ?? '')
  if (!root) throw new Error('Chromium exposes no accessibility tree')
  return root
}

type DomNode = Awaited<ReturnType<CDPSession['send']>> & {
  backendNodeId: number
  attributes?: string[]
  children?: DomNode[]
}

/** The attributes of all elements, by the id that the accessibility tree uses for them. */
async function readAttributes(cdp: CDPSession): Promise<Map<number, Map<string, string>>> {
  const { root } = await cdp.send('DOM.getDocument', { depth: -1 })
  const found = new Map<number, Map<string, string>>()
  const visit = ({ backendNodeId, attributes = [], children = [] }: DomNode) => {
    const pairs = Array.from({ length: attributes.length / 2 }, (_, at) => attributes.slice(2 * at, 2 * at + 2))
    found.set(backendNodeId, new Map(pairs as [string, string][]))
    children.forEach(visit)
  }
  visit(root as DomNode)
  return found
}

const flatten = (node: TreeNode): TreeNode[] => [node, ...node.children.flatMap(flatten)]

const describe = ({ role, name }: TreeNode) => `${role} "${name.slice(0, 40)}"`

/** An element with a role of a composite widget must be exposed with it. */
function checkRole(node: TreeNode, problems: string[]): void {
  const wanted = node.attributes.get('role')
  if (wanted !== undefined && ROLES.has(wanted) && node.role !== wanted)
    problems.push(`${wanted} "${node.name.slice(0, 40)}" is exposed as ${node.role}`)
  if (!ROLES.has(node.role)) return
  for (const state of STATES) {
    const wantedState = node.attributes.get(`aria-${state}`)
    const exposed = String(node.states.get(state) ?? 'false').replace(/^1$/, state === 'level' ? '1' : 'true')
    if (wantedState !== undefined && exposed.replace(/^0$/, 'false') !== wantedState)
      problems.push(`${describe(node)}: ${state} is ${exposed}, not ${wantedState}`)
  }
}

/** The items of a composite widget. Adds a problem for each element that may not be between. */
function findItems(composite: TreeNode, problems: string[]): TreeNode[] {
  const { items, between } = COMPOSITES[composite.role] ?? { items: [], between: [] }
  const look = (node: TreeNode): TreeNode[] =>
    node.children.flatMap((child) => {
      if (items.includes(child.role)) return composite.role === 'tree' ? [child, ...look(child)] : [child]
      const nested = look(child)
      if (nested.length > 0 && !between.includes(child.role))
        problems.push(`${describe(composite)} has ${describe(child)} around its items`)
      return nested
    })
  return look(composite)
}

function checkComposite(composite: TreeNode, { composites, problems }: CompositeReport): void {
  const where = describe(composite)
  const items = findItems(composite, problems)
  composites.push(`${composite.role} "${composite.name}": ${items.length}`)
  if (composite.name === '') problems.push(`${where} has no name`)
  if (items.length === 0) problems.push(`${where} has no items`)
  for (const item of items) if (item.name === '') problems.push(`${where}: an item has no name`)
  const isGrid = composite.role === 'grid' || composite.role === 'treegrid'
  const rows = items.filter(({ children }) => !children.some(({ role }) => role === 'columnheader'))
  const needs = {
    grid: ['selected'],
    treegrid: ['selected', 'level'],
    tree: ['selected', 'level'],
    tablist: ['selected'],
    listbox: ['selected'],
  }[composite.role]
  for (const item of isGrid && composite.attributes.get('aria-busy') === 'true' ? [] : rows)
    for (const state of needs ?? []) if (!item.states.has(state)) problems.push(`${describe(item)} has no ${state}`)
  if (composite.role === 'tablist') checkTabs(where, items, problems)
  if (isGrid) checkCounts(composite, items, problems)
  if (composite.role === 'tree' || composite.role === 'treegrid') checkPositions(where, rows, problems)
}

function checkTabs(where: string, tabs: readonly TreeNode[], problems: string[]): void {
  const selected = tabs.filter(({ states }) => states.get('selected') === true)
  if (selected.length !== 1) problems.push(`${where} has ${selected.length} selected tabs`)
  for (const tab of selected) if (!tab.states.has('controls')) problems.push(`${describe(tab)} controls no panel`)
}

const numberOf = ({ attributes }: TreeNode, name: string) => Number(attributes.get(name) ?? Number.NaN)

/** The positions of rows and cells: increasing, and within the counts of the grid. */
function checkCounts(grid: TreeNode, rows: readonly TreeNode[], problems: string[]): void {
  const where = describe(grid)
  const [rowCount, columnCount] = [numberOf(grid, 'aria-rowcount'), numberOf(grid, 'aria-colcount')]
  let before = 0
  for (const row of rows) {
    const cells = row.children.filter(({ role }) => CELLS.includes(role))
    if (cells.length === 0) problems.push(`${describe(row)} has no cells`)
    const index = numberOf(row, 'aria-rowindex')
    // The only row of an empty grid is a message.
    if (rows.length > 2 && !(index > before && (rowCount === -1 || index <= rowCount)))
      problems.push(`${where}: row ${index} of ${rowCount} follows row ${before}`)
    before = index
    let last = 0
    for (const cell of cells.length > 1 ? cells : []) {
      const column = numberOf(cell, 'aria-colindex')
      if (!(column > last && column <= columnCount))
        problems.push(`${describe(row)}: column ${column} of ${columnCount} follows column ${last}`)
      last = column
    }
  }
}

/** The positions of items in their sets: each item follows its predecessor, and the first child is number 1. */
function checkPositions(where: string, items: readonly TreeNode[], problems: string[]): void {
  const counted: number[] = []
  for (const item of items) {
    const level = Number(item.states.get('level') ?? 1)
    const [position, size] = [numberOf(item, 'aria-posinset'), numberOf(item, 'aria-setsize')]
    if (level > counted.length + 1) problems.push(`${where}: ${describe(item)} skips a level`)
    counted.length = Math.min(counted.length, level)
    const expected = (counted[level - 1] ?? 0) + 1
    if (position !== expected || !(position <= size))
      problems.push(`${where}: ${describe(item)} is ${position} of ${size}, not ${expected}`)
    counted[level - 1] = position
  }
}

function checkComboBox(box: TreeNode, { composites, problems }: CompositeReport): void {
  composites.push(`combobox "${box.name}"`)
  if (box.name === '') problems.push('a combobox has no name')
  if (box.states.get('hasPopup') !== 'listbox') problems.push(`${describe(box)} has no list`)
  if (!box.states.has('expanded')) problems.push(`${describe(box)} is neither expanded nor collapsed`)
  else if (box.states.get('expanded') === true && !box.states.has('controls'))
    problems.push(`${describe(box)} is expanded, and controls no list`)
}
