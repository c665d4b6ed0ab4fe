import { command } from './command'

/** Done by the list or detail that has focus, so none of these has a `run`. */
const view = (id: string, title: string, keywords = '') =>
  command({ id, title, group: id.startsWith('list.') ? 'List' : 'Detail', keywords, effect: 'view' })

/** Done by the landmarks themselves, whatever has focus. */
const region = (id: string, title: string) =>
  command({ id, title, group: 'Page', keywords: 'landmark pane', effect: 'view' })

export const listCommands = [
  region('region.next', 'Next region'),
  region('region.previous', 'Previous region'),
  region('region.main', 'Main region'),
  view('list.enter', 'Go to the list'),
  view('list.down', 'Next row'),
  view('list.up', 'Previous row'),
  view('list.first', 'First row'),
  view('list.last', 'Last row'),
  view('list.nextProblem', 'Next problem', 'unhealthy failing'),
  view('list.previousProblem', 'Previous problem', 'unhealthy failing'),
  view('list.toggle', 'Select or unselect row', 'tick mark check'),
  view('list.clear', 'Clear selection or close', 'untick escape'),
  view('list.open', 'Open row', 'detail'),
  view('list.peek', 'Show row beside the list', 'detail preview'),
  view('list.in', 'Into the detail'),
  view('detail.next', 'Next item'),
  view('detail.previous', 'Previous item'),
  view('detail.back', 'Back to the list', 'close'),
]
