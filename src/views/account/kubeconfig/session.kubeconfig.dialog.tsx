import { docLinks } from '@/lib/doc-links'
import { KUBECONFIG_PATH } from '@/lib/account/kubeconfig-path'
import { Button } from '@/ui/button'
import { CopyBlock } from '@/ui/copy-block'
import { Dialog } from '@/ui/dialog'
import css from './kubeconfig.module.css'

/** The name of the file for a backend host. */
export const kubeconfigFileName = (host: string) => `${host}-kubeconfig.yaml`

type Props = { host?: string; onClose: () => Promise<void> | void }

/** Explains in three steps how to reach Kubernetes through the backend. */
export default function KubeconfigDialog({ host = location.hostname, onClose }: Props) {
  const file = kubeconfigFileName(host)
  return (
    <Dialog title="Download kubeconfig" onClose={() => void onClose()}>
      <ol className={css.steps}>
        <li>
          <p>Download the file. It contains your personal access token. Do not share it.</p>
          <Button tone="primary" onPress={() => window.open(KUBECONFIG_PATH, '_blank', 'noopener')}>
            Download kubeconfig file
          </Button>
        </li>
        <li>
          <p>Apply it to kubectl. This command lists the canaries:</p>
          <CopyBlock label="Command" code={`kubectl --kubeconfig ${file} get canaries`} />
        </li>
        <li>
          <p>
            <a href={docLinks.kubeconfig} target="_blank" rel="noreferrer" className={css.link}>
              Learn more
              <span className="visually-hidden"> about using kubectl with Mission Control, in a new tab</span>
            </a>
          </p>
        </li>
      </ol>
    </Dialog>
  )
}
