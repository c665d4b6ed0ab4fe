import '../access.commands'
import '../permissions.commands'
