// Loaded into a server process before its program: its machine's clock is wrong by CHAOS_SKEW_MS, or by what it is told.
let skewMs = Number(process.env.CHAOS_SKEW_MS ?? 0);
process.on('message', (message: { skewMs?: number }) => (skewMs = message.skewMs ?? skewMs));
const RealDate = globalThis.Date;
const wrongNow = () => RealDate.now() + skewMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: unknown[], newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [wrongNow()], newTarget) as Date,
  apply: () => String(new RealDate(wrongNow())),
  get: (target, name, receiver) =>
    name === 'now' ? wrongNow : (Reflect.get(target, name, receiver) as unknown),
});
