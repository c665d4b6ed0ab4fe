import { evidenceKinds } from '@/lib/incidents/evidence-kinds'
import type { Kind } from '../commands/command'
import type { Scope } from '../commands/place'
import { pages, resources } from '../shared/routing/registry'

export type KeyBinding = {
  /** tinykeys grammar: `r`, `g h`, `$mod+k`. */
  keys: string
  /** A written call. */
  call: string
  /** Works while text is being typed, and through an open dialog. */
  typing?: true
  /** Repeats while the key is held down. */
  repeat?: true
  /** Accepts a number typed before the key: `12j`. */
  counts?: true
  /** Covers the same keys of an outer place on purpose. */
  over?: true
  /** Handled by the focused widget. It is listed in help, but the listener ignores it. */
  fixed?: true
} & (
  | { at: Scope; on?: never; page?: never }
  /**
   * Works when the nearest target with this key is one of these kinds. `page`: also anywhere on a page of these kinds.
   */
  | { on: readonly Kind[]; page?: true; at?: never }
)

/** Builds a key for each value of an argument, with a common first key. */
const choices = (first: string, call: string, kind: Kind, values: Readonly<Record<string, string>>): KeyBinding[] =>
  Object.entries(values).map(([letter, value]) => ({
    keys: `${first} ${letter}`,
    call: `${call}=${value}`,
    on: [kind],
  }))

/** All keys. A plain letter acts on the target under the cursor. With Shift, it extends or reverses the action. */
export const keymap: readonly KeyBinding[] = [
  // Everywhere
  { keys: '$mod+k', call: 'palette.open', at: 'app', typing: true },
  { keys: ':', call: 'palette.commands', at: 'app' },
  { keys: '!', call: 'check.open', at: 'app' },
  { keys: '?', call: 'help.keys', at: 'app' },
  { keys: '$mod+/', call: 'help.keys', at: 'app', typing: true },
  { keys: 'Shift+m', call: 'help.messages', at: 'app' },
  // Messages are also shown over dialogs and while text is typed.
  { keys: 'F4', call: 'message.dismiss', at: 'app', typing: true },
  { keys: 'Shift+F4', call: 'message.act', at: 'app', typing: true },
  { keys: '$mod+,', call: 'keys.settings', at: 'app', typing: true },
  { keys: 'z', call: 'edit.undo', at: 'app' },
  { keys: '$mod+z', call: 'edit.undo', at: 'app' },
  { keys: '.', call: 'edit.repeat', at: 'app' },
  { keys: 'Shift+w', call: 'macro.record', at: 'app' },
  { keys: ',', call: 'macro.replay?macro=last', at: 'app' },
  { keys: '-', call: 'nav.last', at: 'app' },
  { keys: 'Escape', call: 'nav.last', at: 'app' },
  { keys: 'u', call: 'nav.up', at: 'app' },
  { keys: 'w', call: 'live.toggle', at: 'app' },
  { keys: 'Shift+r', call: 'page.refresh', at: 'app' },
  { keys: '$mod+b', call: 'shell.sidebar', at: 'app' },
  ...pages.flatMap(({ go }): KeyBinding[] => (go?.keys ? [{ keys: go.keys, call: go.id, at: 'app' }] : [])),
  { keys: 'g b', call: 'handover.write?range=now-12h', at: 'app' },
  { keys: 'g w', call: 'view.open', at: 'app' },
  { keys: 'F6', call: 'region.next', at: 'app', typing: true, fixed: true },
  { keys: 'Shift+F6', call: 'region.previous', at: 'app', typing: true, fixed: true },
  { keys: 'Alt+F6', call: 'region.main', at: 'app', typing: true, fixed: true },
  { keys: 'j', call: 'list.enter', at: 'page' },
  { keys: 'k', call: 'list.enter', at: 'page' },
  { keys: 'n', call: 'list.nextProblem', at: 'page', counts: true },
  { keys: 'Shift+n', call: 'list.previousProblem', at: 'page', counts: true },
  { keys: '$mod+Shift+ArrowRight', call: 'pane.wider', at: 'page', counts: true, repeat: true },
  { keys: '$mod+Shift+ArrowLeft', call: 'pane.narrower', at: 'page', counts: true, repeat: true },
  { keys: '/', call: 'list.search', at: 'page' },
  // An empty list has no row from which filters could be cleared.
  { keys: 'f', call: 'list.filters', at: 'page' },
  { keys: 'Shift+f', call: 'list.clearFilters', at: 'page' },
  { keys: 'Shift+p', call: 'health.hidePassing', at: 'page' },
  // Moves between similar items. `s` silences.
  { keys: 'm n', call: 'timeline.nextChange', at: 'page' },
  { keys: 'm Shift+n', call: 'timeline.previousChange', at: 'page' },
  { keys: 'm f', call: 'timeline.nextFailure', at: 'page' },
  { keys: 'm Shift+f', call: 'timeline.previousFailure', at: 'page' },
  // The dashboard.
  { keys: 'm w', call: 'topology.worstIncident', at: 'page' },
  { keys: 'm u', call: 'topology.failing', at: 'page' },
  { keys: 'm e', call: 'topology.newestFailure', at: 'page' },
  { keys: 'b b', call: 'timeline.span', at: 'page' },
  { keys: 'b e', call: 'changes.picture', at: 'page' },
  { keys: 'b y', call: 'config.format', at: 'page' },
  { keys: 'b a', call: 'logs.component', at: 'page' },
  { keys: 'b n', call: 'logs.follow', at: 'page' },
  { keys: 'b w', call: 'logs.wrap', at: 'page' },

  // Time
  { keys: 't t', call: 'time.set', at: 'app' },
  { keys: 't m', call: 'time.set?range=now-15m', at: 'app' },
  { keys: 't h', call: 'time.set?range=now-1h', at: 'app' },
  { keys: 't d', call: 'time.set?range=now-1d', at: 'app' },
  { keys: 't w', call: 'time.set?range=now-1w', at: 'app' },
  { keys: 't ArrowLeft', call: 'time.back', at: 'app', counts: true },
  { keys: 't ArrowRight', call: 'time.forward', at: 'app', counts: true },
  { keys: 't z', call: 'time.zoomOut', at: 'app' },
  { keys: 't a', call: 'time.absolute', at: 'app' },
  { keys: 't c', call: 'time.copy', at: 'app' },
  { keys: 't v', call: 'time.paste', at: 'app' },
  { keys: 't r', call: 'time.reset', at: 'app' },

  // Copy
  { keys: 'y y', call: 'copy.link', at: 'app' },
  { keys: 'y i', call: 'copy.id', at: 'app' },
  { keys: 'y n', call: 'copy.name', at: 'app' },
  { keys: 'y s', call: 'copy.spec', at: 'app' },
  { keys: 'y c', call: 'copy.command', at: 'app' },
  {
    keys: 'y m',
    call: 'resource.copyManifest',
    on: resources.filter(({ hasManifest }) => hasManifest).map(({ kind }) => kind),
  },
  { keys: 'y f', call: 'logs.download', at: 'page' },

  // Lists
  { keys: 'j', call: 'list.down', at: 'list', over: true, counts: true, repeat: true },
  { keys: 'k', call: 'list.up', at: 'list', over: true, counts: true, repeat: true },
  { keys: 'ArrowDown', call: 'list.down', at: 'list', fixed: true },
  { keys: 'ArrowUp', call: 'list.up', at: 'list', fixed: true },
  { keys: 'g g', call: 'list.first', at: 'list' },
  { keys: 'Shift+g', call: 'list.last', at: 'list', counts: true },
  { keys: 'Shift+j', call: 'list.extendDown', at: 'list', counts: true, repeat: true },
  { keys: 'Shift+k', call: 'list.extendUp', at: 'list', counts: true, repeat: true },
  { keys: 'n', call: 'list.nextProblem', at: 'list', counts: true },
  { keys: 'Shift+n', call: 'list.previousProblem', at: 'list', counts: true },
  { keys: 'x', call: 'list.toggle', at: 'list', counts: true },
  { keys: 'Space', call: 'list.toggle', at: 'list', fixed: true },
  { keys: '$mod+a', call: 'list.all', at: 'list', fixed: true },
  { keys: 'Enter', call: 'list.open', at: 'list', fixed: true },
  { keys: 'o', call: 'list.peek', at: 'list', over: true },
  { keys: '$mod+Enter', call: 'nav.tab', at: 'list' },
  { keys: 'F2', call: 'list.controls', at: 'list', fixed: true },
  { keys: 'l', call: 'list.in', at: 'list' },
  { keys: 'h', call: 'list.out', at: 'list', over: true },
  { keys: 'f', call: 'list.filters', at: 'list' },
  { keys: 'Shift+f', call: 'list.clearFilters', at: 'list' },
  { keys: 'b g', call: 'list.group', at: 'list' },
  { keys: 'b t', call: 'list.tabBy', at: 'list' },
  { keys: 'b s', call: 'list.sort', at: 'list' },
  { keys: 'b c', call: 'list.columns', at: 'list' },
  { keys: 'b +', call: 'view.save', at: 'list' },
  { keys: 'b p', call: 'list.pageSize', at: 'list' },
  { keys: 'b l', call: 'list.layout', at: 'list' },
  { keys: 'b v', call: 'health.pivot', at: 'list' },
  { keys: 'b r', call: 'relations.layout', at: 'page' },
  { keys: 'b d', call: 'relations.direction', at: 'page' },
  { keys: 'b k', call: 'relations.kinds', at: 'page' },
  { keys: 'b x', call: 'relations.deleted', at: 'page' },
  { keys: 'b ArrowDown', call: 'relations.deeper', at: 'page', counts: true },
  { keys: 'b ArrowUp', call: 'relations.shallower', at: 'page', counts: true },
  { keys: '>', call: 'list.nextPage', at: 'list' },
  { keys: '<', call: 'list.previousPage', at: 'list' },
  { keys: 'Escape', call: 'list.clear', at: 'list', over: true },

  // The triage queue, including its list. The page has no time range, so its keys may cover `t`.
  { keys: 't', call: 'incident.take', at: 'triage', over: true },
  { keys: 'Shift+x', call: 'triage.skip', at: 'triage' },
  { keys: 'u', call: 'triage.takeBack', at: 'triage', over: true },
  { keys: 'Shift+r', call: 'triage.renew', at: 'triage', over: true },

  // Graphs, inside the keys of lists
  { keys: '+', call: 'graph.unfold', at: 'graph', over: true },
  { keys: '-', call: 'graph.fold', at: 'graph', over: true },
  { keys: 'b f', call: 'graph.fit', at: 'graph' },
  { keys: 'b i', call: 'graph.zoomIn', at: 'graph', counts: true },
  { keys: 'b o', call: 'graph.zoomOut', at: 'graph', counts: true },
  ...['Left', 'Right', 'Up', 'Down'].map((way): KeyBinding => ({
    keys: `Shift+Arrow${way}`,
    call: `graph.pan${way}`,
    at: 'graph',
    counts: true,
    repeat: true,
  })),

  // Details
  { keys: 'j', call: 'detail.next', at: 'detail', over: true },
  { keys: 'k', call: 'detail.previous', at: 'detail', over: true },
  ...([1, 2, 3, 4, 5, 6, 7, 8, 9] as const).map((number): KeyBinding => ({
    keys: String(number),
    call: `detail.tab?number=${number}`,
    at: 'detail',
  })),
  // Keys of the page do not work in a dialog, such as that of a single run.
  { keys: 'n', call: 'list.nextProblem', at: 'detail', counts: true },
  { keys: 'Shift+n', call: 'list.previousProblem', at: 'detail', counts: true },
  { keys: 'Shift+l', call: 'detail.nextTab', at: 'detail' },
  { keys: 'Shift+h', call: 'detail.previousTab', at: 'detail' },
  { keys: 'o', call: 'detail.expand', at: 'detail' },
  { keys: '$mod+Enter', call: 'nav.tab', at: 'detail' },
  { keys: 'h', call: 'detail.back', at: 'detail' },
  { keys: 'Escape', call: 'detail.back', at: 'detail', over: true },

  // Forms
  { keys: '$mod+Enter', call: 'form.submit', at: 'form', typing: true, over: true },
  { keys: '$mod+Enter', call: 'form.submit', at: 'dialog', typing: true, over: true },
  { keys: '$mod+s', call: 'form.submit', at: 'form', typing: true },
  { keys: '$mod+s', call: 'form.submit', at: 'editor', typing: true },
  { keys: 'F8', call: 'editor.nextProblem', at: 'editor', typing: true },
  { keys: 'Shift+F8', call: 'editor.previousProblem', at: 'editor', typing: true },
  { keys: 'F2', call: 'editor.swap', at: 'editor', typing: true },
  { keys: '$mod+Shift+f', call: 'editor.format', at: 'editor', typing: true },
  { keys: '$mod+f', call: 'editor.search', at: 'editor', typing: true, fixed: true },
  // Letters are free in a read-only text.
  { keys: '/', call: 'editor.search', at: 'editor', over: true },
  { keys: 'b ArrowLeft', call: 'editor.fold', at: 'editor' },
  { keys: 'b ArrowRight', call: 'editor.unfold', at: 'editor' },
  { keys: 'Shift+b ArrowLeft', call: 'editor.foldAll', at: 'editor' },
  { keys: 'Shift+b ArrowRight', call: 'editor.unfoldAll', at: 'editor' },
  { keys: 'Escape', call: 'form.cancel', at: 'form', typing: true, over: true },
  { keys: 'Escape', call: 'form.cancel', at: 'dialog', typing: true, fixed: true },
  { keys: 'Escape', call: 'widget.close', at: 'widget', typing: true, fixed: true },

  // The palette. Its input is always typed into, so all its keys are its own.
  { keys: 'ArrowDown', call: 'palette.next', at: 'palette', typing: true, fixed: true },
  { keys: 'Control+n', call: 'palette.next', at: 'palette', typing: true, fixed: true },
  { keys: 'ArrowUp', call: 'palette.previous', at: 'palette', typing: true, fixed: true },
  { keys: 'Control+p', call: 'palette.previous', at: 'palette', typing: true, fixed: true },
  { keys: 'Enter', call: 'palette.run', at: 'palette', typing: true, fixed: true },
  { keys: '$mod+Enter', call: 'palette.runKeep', at: 'palette', typing: true, fixed: true },
  { keys: 'Tab', call: 'palette.complete', at: 'palette', typing: true, fixed: true },
  { keys: 'Shift+Tab', call: 'palette.back', at: 'palette', typing: true, fixed: true },
  { keys: 'Escape', call: 'palette.back', at: 'palette', typing: true, fixed: true },
  { keys: 'ArrowRight', call: 'palette.actions', at: 'palette', typing: true, fixed: true },
  { keys: '$mod+c', call: 'palette.copyLink', at: 'palette', typing: true, fixed: true },

  // Verbs: one letter has the same meaning on everything it applies to
  { keys: 'r', call: 'check.run', on: ['check'] },
  { keys: 'r', call: 'scraper.run', on: ['scraper'] },
  { keys: 'r', call: 'connection.test', on: ['connection'] },
  { keys: 'r', call: 'topology.run', on: ['topology'] },
  { keys: 'i', call: 'check.edit', on: ['check'] },
  { keys: 'Shift+v', call: 'check.explain', on: ['check'] },
  { keys: 'Shift+v', call: 'canary.explain', on: ['canary'], page: true },
  { keys: 'c', call: 'timeline.open', on: ['check', 'config', 'component'] },
  { keys: 'p', call: 'playbook.run', on: ['check', 'component', 'config', 'playbook'] },
  { keys: 'c', call: 'playbook.history', on: ['playbook'] },
  { keys: 'Shift+v', call: 'playbook.dryRun', on: ['playbook'], page: true },
  { keys: 'Shift+v', call: 'notificationrule.dryRun', on: ['notificationrule'] },
  { keys: 'c', call: 'notificationrule.history', on: ['notificationrule'] },
  { keys: 's', call: 'silence.create', on: ['check', 'component', 'config', 'canary'] },
  { keys: 'Shift+u', call: 'notification.openResource', on: ['notification'] },
  { keys: 'Shift+s', call: 'notification.resend', on: ['notification'] },
  { keys: 'Shift+s', call: 'silence.end', on: ['silence'] },
  { keys: '+', call: 'agent.generate', on: ['agent'], page: true },
  { keys: 'Delete', call: 'agent.delete', on: ['agent'] },
  { keys: '=', call: 'job.filterName', on: ['job', 'jobsummary'] },
  { keys: 'Shift+u', call: 'job.openResource', on: ['job'] },
  { keys: 'y r', call: 'job.copyResource', on: ['job'] },
  { keys: 'a', call: 'run.approve', on: ['run'] },
  { keys: 'r', call: 'run.again', on: ['run'] },
  { keys: 'Shift+c', call: 'run.cancel', on: ['run'] },
  { keys: 'y p', call: 'run.copyParameters', on: ['run'] },
  { keys: 'e', call: 'evidence.link', on: evidenceKinds },
  { keys: 'x', call: 'lines.toggle', on: ['lines'], counts: true },
  { keys: 'Shift+j', call: 'lines.extendDown', on: ['lines'], counts: true, repeat: true },
  { keys: 'Shift+k', call: 'lines.extendUp', on: ['lines'], counts: true, repeat: true },
  { keys: 'm l', call: 'lines.select', on: ['lines'] },
  { keys: 'Escape', call: 'lines.clear', on: ['lines'], over: true },
  { keys: 'Shift+v', call: 'logs.open', on: ['component'] },
  { keys: 'Shift+v', call: 'logs.context', on: ['logline'] },
  { keys: 'y l', call: 'logs.copy', on: ['logline'] },
  { keys: 'Shift+o', call: 'config.relationships', on: ['config'] },
  { keys: 'u', call: 'component.parent', on: ['component'], over: true },
  { keys: 'd', call: 'component.snapshot', on: ['component'] },
  { keys: 'a', call: 'component.relate', on: ['config', 'component'] },
  { keys: 'Shift+a', call: 'component.unrelate', on: ['config', 'component'] },
  { keys: '+', call: 'incident.create', on: ['incident'], page: true },
  { keys: 'i', call: 'incident.edit', on: ['incident'] },
  { keys: 'a', call: 'responder.add', on: ['incident'] },
  { keys: 'Shift+a', call: 'incident.take', on: ['incident'] },
  { keys: 'c', call: 'comment.add', on: ['incident', 'hypothesis', 'evidence'] },
  { keys: 'y p', call: 'incident.postmortem', on: ['incident'] },
  ...choices('m', 'incident.status?status', 'incident', {
    o: 'open',
    i: 'investigating',
    m: 'mitigated',
    r: 'resolved',
    c: 'closed',
  }),
  ...choices('v', 'incident.severity?severity', 'incident', {
    l: 'low',
    m: 'medium',
    h: 'high',
    c: 'critical',
    b: 'blocker',
  }),
  { keys: 'q n', call: 'hypothesis.create', on: ['incident', 'hypothesis'] },
  ...choices('q', 'hypothesis.status?status', 'hypothesis', {
    p: 'proven',
    l: 'likely',
    o: 'possible',
    u: 'unlikely',
    i: 'improbable',
    d: 'disproven',
  }),
  { keys: 'q a', call: 'hypothesis.accept', on: ['hypothesis'] },
  { keys: 'i', call: 'hypothesis.rename', on: ['hypothesis'] },
  ...choices('q', 'evidence.weigh?weight', 'evidence', { s: 'supports', c: 'contradicts', x: 'neither' }),
  { keys: 'd', call: 'evidence.done', on: ['evidence'] },
  { keys: 'Shift+d', call: 'evidence.definition', on: ['evidence'] },
  { keys: 'q w', call: 'evidence.script', on: ['evidence'] },
  { keys: 'q t', call: 'done.add', on: ['incident'] },
  { keys: 'q w', call: 'done.automate', on: ['incident'] },
  { keys: '$mod+Backspace', call: 'hypothesis.delete', on: ['hypothesis'] },
  { keys: 'Delete', call: 'hypothesis.delete', on: ['hypothesis'] },
  { keys: '$mod+Backspace', call: 'evidence.remove', on: ['evidence'] },
  { keys: 'Delete', call: 'evidence.remove', on: ['evidence'] },
  { keys: '$mod+Backspace', call: 'responder.remove', on: ['responder'] },
  { keys: 'Delete', call: 'responder.remove', on: ['responder'] },
  { keys: '*', call: 'type.pin', on: ['type'] },
  { keys: 'Delete', call: 'session.end', on: ['session'] },
  { keys: 'Delete', call: 'token.revoke', on: ['token'] },
  { keys: '$mod+Backspace', call: 'token.revoke', on: ['token'] },
  { keys: '$mod+Backspace', call: 'session.end', on: ['session'] },
  { keys: '+', call: 'person.invite', on: ['person', 'invitation'], page: true },
  { keys: 'i', call: 'person.edit', on: ['person'] },
  { keys: 'Shift+v', call: 'permission.explain', on: ['person', 'team', 'permission'], page: true },
  { keys: 'Delete', call: 'person.delete', on: ['person'] },
  { keys: '$mod+Backspace', call: 'person.delete', on: ['person'] },
  { keys: 'Delete', call: 'invitation.withdraw', on: ['invitation'] },
  { keys: '$mod+Backspace', call: 'invitation.withdraw', on: ['invitation'] },
  { keys: '+', call: 'property.add', on: ['property'], page: true },
  { keys: 'i', call: 'property.edit', on: ['property'] },
  { keys: 'Delete', call: 'property.delete', on: ['property'] },
  { keys: '$mod+Backspace', call: 'property.delete', on: ['property'] },
  ...resources
    .filter(({ editable }) => editable)
    .flatMap(({ kind }): KeyBinding[] => [
      { keys: '+', call: `resource.create?type=${kind}`, on: [kind], page: true },
      { keys: 'i', call: 'resource.edit', on: [kind] },
      { keys: 'Delete', call: 'resource.delete', on: [kind] },
      { keys: '$mod+Backspace', call: 'resource.delete', on: [kind] },
    ]),
]
