import '../connections.commands'
