import '@/commands/notifications/history.commands'
import '@/commands/notifications/preferences.commands'
import { useQuery } from '@tanstack/react-query'
import { notificationSummary } from '@/api/notifications/history-summary'
import { lazyComponent } from '@/ui/lazy-component'
import { announce } from '@/ui/voice'
import { CommandButton } from '../shared/commands/command-button'
import { useConsole } from '../shared/console'
import { HistoryView } from './history/history-view'
import type { ViewProps } from './switches'
import { type NotificationView, notificationViews, notificationViewUrl } from './url'

export { prefetchHistory as prefetch } from './history/list'

const SummaryView = lazyComponent<ViewProps>({
  what: 'the summary of notifications',
  load: () => import('./summary/summary-view'),
})

const labels: Readonly<Record<NotificationView, string>> = { history: 'One by one', resources: 'By resource' }

/** The notifications that rules sent or held back, one by one or counted by resource. */
export default function NotificationsView() {
  const { view: chosen } = notificationViewUrl.use()
  const { environment } = useConsole()
  const isEmbedded = environment.deployment?.backend === 'embedded'
  const { data: isFound, isPending } = useQuery({ ...notificationSummary.isOffered(), enabled: !isEmbedded })
  // A view that is open stays open until the backend is known not to have it. A failure is shown by the view.
  const isOffered = isEmbedded || (isFound ?? (!isPending || chosen === 'resources'))
  const view = isOffered ? chosen : 'history'
  const show = (next: NotificationView) => {
    notificationViewUrl.set({ view: next }, 'push')
    announce(`Notifications: ${labels[next].toLowerCase()}.`, { key: 'view' })
  }
  const props: ViewProps = {
    place: {
      choices: isOffered
        ? { notificationView: notificationViews.map((value) => ({ value, label: labels[value] })) }
        : {},
      handlers: {
        'notifications.view': (_count, { notificationView: next }) =>
          show(notificationViews.find((one) => one === next) ?? 'history'),
      },
    },
    switches: isOffered && <CommandButton call="notifications.view" label="Show" value={labels[view]} />,
  }
  return view === 'resources' ? <SummaryView {...props} /> : <HistoryView {...props} />
}
