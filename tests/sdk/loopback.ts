// To be imported before a server that binds every interface of the machine: it gets this machine's own, any free port, and
// tells the port to the process that started it.
import net from 'node:net';
import process from 'node:process';

const listen = net.Server.prototype.listen as unknown as (options: object, done?: () => void) => net.Server;

net.Server.prototype.listen = function (this: net.Server, ...given: unknown[]) {
  this.once('listening', () => process.send?.((this.address() as net.AddressInfo).port));
  const done = given.find((each) => typeof each === 'function') as (() => void) | undefined;
  return listen.call(this, { host: '127.0.0.1', port: 0 }, done);
} as typeof net.Server.prototype.listen;
