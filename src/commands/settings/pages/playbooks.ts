import '../../playbooks/playbook-dry-run.commands'
import '../../playbooks/playbook.commands'
import '../../playbooks/runs.commands'
