// Loaded into a server process before its program: its machine's clock is wrong by CHAOS_SKEW_MS.
const skewMs = Number(process.env.CHAOS_SKEW_MS ?? 0);
const RealDate = globalThis.Date;
const wrongNow = () => RealDate.now() + skewMs;

if (skewMs !== 0)
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args: unknown[], newTarget) =>
      Reflect.construct(target, args.length > 0 ? args : [wrongNow()], newTarget) as Date,
    apply: () => String(new RealDate(wrongNow())),
    get: (target, name, receiver) =>
      name === 'now' ? wrongNow : (Reflect.get(target, name, receiver) as unknown),
  });
