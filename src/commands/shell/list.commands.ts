import { choiceCommandFactory } from '../choice-command'
import { defineCommand, type Slot } from '../command'
import { choiceSlot, enumSlot } from '../slots'
import { defineCommands } from '../registry'

/** A command that the focused list or detail handles, so it has no `run`. */
const view = (id: string, title: string, keywords = '') =>
  defineCommand({ id, title, group: id.startsWith('list.') ? 'List' : 'Detail', keywords, effect: 'view' })

const choosing = choiceCommandFactory({ group: 'List' })

/** The values of the chosen field in the rows. */
const valueOfField: Slot<string> = {
  ...choiceSlot('filter', 'Value'),
  options: { from: 'list', list: (context, { filter }) => context.choices(`filter:${String(filter)}`) },
}

/** A command that a landmark handles, wherever focus is. */
const region = (id: string, title: string) =>
  defineCommand({ id, title, group: 'Page', keywords: 'landmark pane', effect: 'view' })

export const listCommands = defineCommands([
  region('region.next', 'Next region'),
  region('region.previous', 'Previous region'),
  region('region.main', 'Main region'),
  defineCommand({
    id: 'list.enter',
    title: 'Go to the list',
    group: 'List',
    effect: 'view',
    absence: 'This page has no list. Escape goes back.',
  }),
  view('list.down', 'Next row'),
  view('list.up', 'Previous row'),
  view('list.first', 'First row'),
  view('list.last', 'Last row'),
  view('list.extendDown', 'Select rows downwards', 'range extend shift'),
  view('list.extendUp', 'Select rows upwards', 'range extend shift'),
  view('list.nextProblem', 'Next problem', 'problems unhealthy failing failed failure'),
  view('list.previousProblem', 'Previous problem', 'problems unhealthy failing failed failure'),
  view('list.toggle', 'Select or unselect row', 'tick mark check'),
  view('list.all', 'Select all rows', 'tick mark every'),
  view('list.clear', 'Clear selection or go back', 'untick escape'),
  view('list.open', 'Open row', 'detail'),
  view('list.peek', 'Show row beside the list', 'detail preview'),
  view('list.in', 'Expand or go in', 'into detail group right'),
  view('list.out', 'Collapse or go out', 'parent group left'),
  view('list.controls', 'Go to the controls of a row', 'into cell card menu focus links buttons'),
  view('list.search', 'Search in the list', 'find field'),
  defineCommand({
    id: 'list.filter',
    title: 'Filter rows by a value',
    group: 'List',
    keywords: 'include exclude only without',
    slots: {
      filter: choiceSlot('filter', 'Field'),
      value: valueOfField,
      mode: enumSlot('Mode', ['include', 'exclude']),
    },
    available: (context) => context.choices('filter').length > 0,
    effect: 'view',
  }),
  view('list.filters', 'Filter rows by several values', 'include exclude only without labels choose'),
  view('list.clearFilters', 'Clear filters', 'all rows reset'),
  choosing('list.group', 'Group rows', 'group', 'Group by', 'by'),
  choosing('list.tabBy', 'Show as tabs', 'tabBy', 'Tabs by', 'split'),
  choosing('list.tab', 'Switch tab of the list', 'tab', 'Tab', 'switch only'),
  choosing('list.sort', 'Sort rows', 'sort', 'Sort by', 'order by ascending descending slow slowest worst checks'),
  view('list.columns', 'Choose columns', 'hide show width order'),
  choosing('list.pageSize', 'Change rows per page', 'pageSize', 'Rows per page'),
  view('list.layout', 'Switch between table and cards', 'view grid tiles'),
  view('list.nextPage', 'Next page'),
  view('list.previousPage', 'Previous page'),
  view('detail.next', 'Next item'),
  view('detail.previous', 'Previous item'),
  view('detail.back', 'Go back', 'close list'),
])
