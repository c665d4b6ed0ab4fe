/** Commands without a place in the sample, and their tests: a file or folder. */
export const elsewhere: Record<string, string> = {
  // The sample's logs have only one selector each.
  'logs.selector': 'src/views/logs/logs.page.ui.test.tsx',
  // The page of a component has its own view of the logs.
  'logs.open': 'src/commands/logs/logs.commands.test.ts',
  // The health page shows all its rows.
  'list.pageSize': 'src/views/shared/list/collection.ui.test.tsx',
  'list.nextPage': 'src/views/shared/list/collection.ui.test.tsx',
  'list.previousPage': 'src/views/shared/list/collection.ui.test.tsx',
  'form.submit': 'src/ui/form',
  'form.cancel': 'src/ui/form',
  'widget.close': 'src/ui/form',
  'editor.nextProblem': 'src/ui/editor',
  'editor.previousProblem': 'src/ui/editor',
  'editor.format': 'src/ui/editor',
  'editor.swap': 'src/ui/editor',
  // The sample has no accounts, so it sends no messages.
  'invitation.copyLink': 'src/views/settings/resources/invitations.ui.test.tsx',
  'invitation.withdraw': 'src/views/settings/resources/invitations.ui.test.tsx',
  'message.open': 'src/views/settings/resources/outbox.ui.test.tsx',
  'message.copy': 'src/commands/settings/outbox.commands.test.ts',
  'message.copyLink': 'src/commands/settings/outbox.commands.test.ts',
  'canary.explain': 'src/views/settings/resources/canaries.ui.test.tsx',
  'playbook.dryRun': 'src/views/settings/resources/playbooks.ui.test.tsx',
  // The sample's scrapers need a cluster, a cloud or a database.
  'scraper.run': 'src/views/settings/resources/scrapers.ui.test.tsx',
  // These commands prompt for several arguments.
  'done.automate': 'tests/e2e/incident-done.e2e.ts',
  'evidence.script': 'tests/e2e/incident-done.e2e.ts',
  'responder.remove': 'tests/e2e/incident-done.e2e.ts',
  // Each of these needs a recorded macro.
  'macro.record': 'tests/e2e/macros.e2e.ts',
  'macro.replay': 'tests/e2e/macros.e2e.ts',
  'macro.save': 'tests/e2e/macros.e2e.ts',
  'macro.edit': 'tests/e2e/macros.e2e.ts',
  'macro.remove': 'tests/e2e/macros.e2e.ts',
  // The sample has no sign-in.
  'profile.open': 'src/views/shared/access/sign-in-gate.ui.test.tsx',
  'session.end': 'src/views/sign-in/sessions.ui.test.tsx',
  'session.endOthers': 'src/views/sign-in/sessions.ui.test.tsx',
  'token.create': 'src/views/sign-in/tokens.ui.test.tsx',
  'token.revoke': 'src/views/sign-in/tokens.ui.test.tsx',
  // The sample has no saved views.
  'view.open': 'tests/e2e/shell.e2e.ts',
  'view.save': 'tests/e2e/shell.e2e.ts',
  'view.update': 'tests/e2e/shell.e2e.ts',
  'view.rename': 'tests/e2e/shell.e2e.ts',
  'view.share': 'tests/e2e/shell.e2e.ts',
  'view.delete': 'tests/e2e/shell.e2e.ts',
  'session.signOut': 'src/views/shared/access/sign-in-gate.ui.test.tsx',
}
