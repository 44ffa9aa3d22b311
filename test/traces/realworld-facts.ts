/**
 * What the files of ../shared/realworld/traces show, as their notes (README.md, EXPECTED.json) say it and
 * their spans bear it out: each pair with its calls, databases and third parties that their callers name
 * among them.
 */
export type Facts = {
  readonly spans: number;
  /** `caller -> callee xCALLS, …`. */
  readonly edges: readonly string[];
  /** `service AT_ONCE`, and where more ever were `of EVER`. */
  readonly instances: string;
  /** `name @ entry`. */
  readonly endpoints: readonly string[];
};

export const READ: Readonly<Record<string, Facts>> = {
  "jaeger/crisp/10.json": {
    spans: 4,
    edges: ["S1 -> S2 x1, S3 x1, S4 x1"],
    instances: "",
    endpoints: ["O1 @ S1"],
  },
  "jaeger/crisp/15.json": {
    spans: 7,
    edges: ["S1 -> S2 x1, S3 x1, S4 x1, S5 x1, S6 x1, S7 x1"],
    instances: "",
    endpoints: ["O1 @ S1"],
  },
  "jaeger/crisp/18.json": {
    spans: 9,
    edges: ["S1 -> S2 x1, S6 x1", "S2 -> S3 x1, S4 x1, S5 x1", "S6 -> S7 x1", "S7 -> S8 x1, S9 x1"],
    instances: "",
    endpoints: ["O1 @ S1"],
  },
  "jaeger/crisp/24.json": {
    spans: 9,
    edges: ["S1 -> S2 x2", "S2 -> S3 x6"],
    instances: "",
    endpoints: ["O1 @ S1"],
  },
  "jaeger/crisp/25.json": {
    spans: 9,
    edges: ["S1 -> S2 x2", "S2 -> S3 x6"],
    instances: "",
    endpoints: ["O1 @ S1"],
  },
  "jaeger/crisp/err_pattern1/err1.json": {
    spans: 2,
    edges: ["S1 -> S2 x1"],
    instances: "",
    endpoints: ["O1 @ S1"],
  },
  "jaeger/crisp/err_pattern1/err2.json": {
    spans: 2,
    edges: ["S1 -> S2 x1"],
    instances: "",
    endpoints: ["O1 @ S1"],
  },
  "jaeger/crisp/err_pattern3/err1.json": {
    spans: 3,
    edges: ["S1 -> S2 x1", "S2 -> S3 x1"],
    instances: "",
    endpoints: ["O1 @ S1"],
  },
  "jaeger/crisp/err_pattern3/err2.json": {
    spans: 3,
    edges: ["S1 -> S2 x1", "S2 -> S3 x1"],
    instances: "",
    endpoints: ["O1 @ S1"],
  },
  "jaeger/dsb-socialnetwork-compose-post-20traces.json": {
    spans: 660,
    edges: [
      "compose-post-service -> home-timeline-service x20, media-service x20, post-storage-service x20, text-service x20, unique-id-service x20, user-service x20, user-timeline-service x20",
      "home-timeline-service -> social-graph-service x20",
      "nginx-web-server -> compose-post-service x20",
      "text-service -> url-shorten-service x20, user-mention-service x20",
    ],
    instances:
      "compose-post-service 1, home-timeline-service 1, media-service 1, nginx-web-server 1, post-storage-service 1, social-graph-service 1, text-service 1, unique-id-service 1, url-shorten-service 1, user-mention-service 1, user-service 1, user-timeline-service 1",
    endpoints: ["POST /wrk2-api/post/compose @ nginx-web-server"],
  },
  "jaeger/jaeger-ui_01.json": {
    spans: 5,
    edges: ["service-x -> service-y x2"],
    instances: "",
    endpoints: ["some-operation @ service-x"],
  },
  "jaeger/jaegerui-flamegraph-testTrace.json": {
    spans: 4,
    edges: ["load-generator -> ride-sharing-app x1"],
    instances: "",
    endpoints: ["GET /bike @ ride-sharing-app"],
  },
  "jaeger/jaegerui-follows-from.json": { spans: 2, edges: [], instances: "", endpoints: [] },
  "jaeger/jaegerui-genai.json": {
    spans: 57,
    edges: [
      "api-edge -> graphql-gateway x1",
      "coding-agent -> api.example-ai.test x4, mcp-gateway x7, vector-store x3",
      "graphql-gateway -> coding-agent x1",
      "mcp-gateway -> auth-service x7, metrics-backend x3, summarizer-agent x1, trace-store x3",
      "metrics-backend -> clickhouse x3",
      "summarizer-agent -> api.example-ai.test x1",
      "trace-store -> elasticsearch x3, k8s-api x3",
    ],
    instances: "",
    endpoints: ["POST /api/graphql @ api-edge"],
  },
  "jaeger/jaegerui-otlp2jaeger-multi-out.json": {
    spans: 4,
    edges: [],
    instances: "",
    endpoints: [],
  },
  "jaeger/jaegerui-otlp2jaeger-out.json": {
    spans: 2,
    edges: [],
    instances: "",
    endpoints: ["okey-dokey-0 @ telemetrygen"],
  },
  "jaeger/perses-async.json": {
    spans: 5,
    edges: ["hermes -> server-mock x4"],
    instances: "",
    endpoints: [],
  },
  "jaeger/perses-authenticate_error.json": {
    spans: 3,
    edges: ["shop-backend -> auth-service x1"],
    instances: "auth-service 1, shop-backend 1",
    endpoints: ["POST /get-inventory @ shop-backend"],
  },
  "jaeger/perses-pushbytes.json": {
    spans: 3,
    edges: ["tempo-distributor -> tempopb.Pusher x1"],
    instances: "tempo-distributor 1",
    endpoints: [],
  },
  "jaeger/quickwit-ui-trace.json": {
    spans: 5,
    edges: ["service-x -> service-y x2"],
    instances: "",
    endpoints: ["some-operation @ service-x"],
  },
  "otlp/dataprepper-both-span-types.json": {
    spans: 3,
    edges: [],
    instances: "",
    endpoints: ["POST /logs @ analytics-service"],
  },
  "otlp/dataprepper-multiple-traces.json": { spans: 4, edges: [], instances: "", endpoints: [] },
  "otlp/dataprepper-no-spans.json": { spans: 0, edges: [], instances: "", endpoints: [] },
  "otlp/goauto-databasesql.json": {
    spans: 18,
    edges: [],
    instances: "",
    endpoints: [
      "GET /delete @ sample-app",
      "GET /drop @ sample-app",
      "GET /insert @ sample-app",
      "GET /invalid @ sample-app",
      "GET /query_db @ sample-app",
      "GET /update @ sample-app",
    ],
  },
  "otlp/goauto-grpc.json": {
    spans: 7,
    edges: ["sample-app -> helloworld.Greeter x1"],
    instances: "",
    endpoints: ["helloworld.Greeter/SayHello @ sample-app"],
  },
  "otlp/goauto-nethttp-orig-2023.json": {
    spans: 2,
    edges: ["sample-app -> sample-app x1"],
    instances: "",
    endpoints: ["GET /hello @ sample-app"],
  },
  "otlp/goauto-nethttp.json": {
    spans: 2,
    edges: [],
    instances: "",
    endpoints: ["GET /hello/{id} @ sample-app"],
  },
  "otlp/holmes-checkout-fraud.json": {
    spans: 10,
    edges: ["backend-service -> checkout-service x2", "checkout-service -> fraud-service x1"],
    instances: "backend-service 1, checkout-service 2, fraud-service 1",
    endpoints: ["forward_checkout @ backend-service"],
  },
  "otlp/jaegerui-otlp2jaeger-in-error.json": { spans: 1, edges: [], instances: "", endpoints: [] },
  "otlp/jaegerui-otlp2jaeger-in.json": {
    spans: 2,
    edges: [],
    instances: "",
    endpoints: ["okey-dokey-0 @ telemetrygen"],
  },
  "otlp/jaegerui-otlp2jaeger-multi-in.ndjson": {
    spans: 4,
    edges: [],
    instances: "",
    endpoints: [],
  },
  "otlp/openshift-shop-trace.json": {
    spans: 10,
    edges: [
      "article-service -> postgres x1",
      "shop-backend -> article-service x1, auth-service x1, cart-service x1",
    ],
    instances: "",
    endpoints: ["PUT /article-to-cart @ shop-backend"],
  },
  "otlp/perses-authenticate_error.json": {
    spans: 3,
    edges: ["shop-backend -> auth-service x1"],
    instances: "auth-service 1, shop-backend 1",
    endpoints: ["POST /get-inventory @ shop-backend"],
  },
  "otlp/perses-example.json": {
    spans: 3,
    edges: [],
    instances: "",
    endpoints: ["testRootSpan @ shop-backend"],
  },
  "otlp/perses-pushbytes.json": {
    spans: 3,
    edges: ["tempo-distributor -> tempopb.Pusher x1"],
    instances: "tempo-distributor 1",
    endpoints: [],
  },
  "otlp/proto-example-trace.json": {
    spans: 1,
    edges: [],
    instances: "",
    endpoints: ["I'm a server span @ my.service"],
  },
  "zipkin/ascend.json": {
    spans: 8,
    edges: ["mobile-gateway -> auth-service x1, content-service x1"],
    instances: "auth-service 1, content-service 1, mobile-gateway 1",
    endpoints: ["GET /mobile-gateway/content/personal @ mobile-gateway"],
  },
  "zipkin/contrib-sample3.json": { spans: 1, edges: [], instances: "", endpoints: [] },
  "zipkin/envoy.json": { spans: 1, edges: [], instances: "", endpoints: [] },
  "zipkin/messaging-kafka.json": {
    spans: 28,
    edges: ["kafka ~> servicea x4, serviceb x3", "servicea ~> kafka x9"],
    instances: "",
    endpoints: [],
  },
  "zipkin/messaging.json": {
    spans: 4,
    edges: ["frontend ~> rabbitmq x1", "rabbitmq ~> backend x1"],
    instances: "backend 1, frontend 1",
    endpoints: ["GET / @ frontend"],
  },
  "zipkin/simple-db-p6.json": {
    spans: 5,
    edges: ["bootifulmeters -> app_db x4"],
    instances: "bootifulmeters 1",
    endpoints: ["POST /book @ bootifulmeters"],
  },
  "zipkin/smartthings-mobile-web-install.json": {
    spans: 1041,
    edges: [
      "account -> auth x15",
      "auth -> cassandra x132",
      "bookie -> account x15, auth x14, coreSrv x13, execution x2",
      "bouncer -> auth x1, pusher x1",
      "coreSrv -> auth x15, strongman x1",
      "execution -> alice x1, auth x3, bookie x16, bouncer x1, guardian x14",
      "guardian -> platformapi x1",
      "paperboy -> auth x1",
      "platformapi -> bookie x33, execution x28, gizmo x104, paperboy x2",
      "pusher -> archiver.st.internal x1, dove x1, oreck x1",
      "stLogin -> auth x5, platformapi x53, strongman x1",
      "strongman -> auth x2, platformapi x30, stLogin x1",
    ],
    instances:
      "account 15, alice 1, auth 52, bookie 10, bouncer 1, coreSrv 10, dove 1, execution 8, gizmo 7, guardian 3, oreck 1, paperboy 1, platformapi 13, pusher 5, stLogin 4, strongman 4",
    endpoints: ["GET /login/tokenAuth @ coreSrv"],
  },
  "zipkin/yelp.json": {
    spans: 16,
    edges: [
      "mobile_api -> blt x1, memcache x2, spectre x1",
      "routing -> unknown x1, yelp-main x1",
      "unknown -> yelp_main/api_proxy x1",
      "yelp-main -> memcache x3, mobile_api x1, mysql x2",
      "yelp_main/api_proxy -> yelp-main x2",
    ],
    instances: "",
    endpoints: ["POST /location/update/v4 @ routing"],
  },
};
