/**
 * The dictionary for links of format 2: words of documents, the most frequent last, where DEFLATE reaches
 * them with the fewest bits. It must never change, because links contain references into this text. Another
 * text needs another format.
 */
const WORDS_2 =
  '"seed":"duration":"warmup":"random_loss":"processing":"managed":false"observed":"frames":"shape":"persistent":"echo_pause":true' +
  '"flight":"outstanding""tcp_params":{"beta":"c":"g":"a":"b":"receiver_window":"min_rto":"initial_window":10"delayed_ack":true' +
  '"sack":false"service":"bytes":"packet_size":1000"direction":"reverse""from":"to":"on":0.5,"off":0.5"kind":"pareto""kind":"video"' +
  '"kind":"web""kind":"onoff""kind":"poisson""tcp":"scalable""tcp":"dctcp","ecn":true"tcp":"reno""tcp":"newreno""tcp":"cubic"' +
  '"acred""anlred""aqmrd""ared_mimd""avq""blue""bred""cake_lite""cared""cbt""choke""cobalt""dcqcn""dcred""dred""dsred""dualpi2"' +
  '"ered""exp_red""fq""fq_codel""fq_pie""green""hred""lred""madpie""mred_f""mred_z""nlred""pc""pi""pi2""qared""reared""red_e""rem"' +
  '"rrmdp""sared""scred""sfb""sfq""smred""sred""step""stype_red""tred""ured""wred""ared""gred""red""pie""codel""droptail"' +
  '"mid_th":"mid_th0":"mid_update":"auto":"target_delay":"p_max":"increment":"decrement":"max_burst":"gamma":"quantum":"k":"epsilon":' +
  '"gentle":"profiles":[["byte_mode":"mean_pkt_size":"profile":"rfj93""count_mode":"wait""count_mode":"none""beta":"alpha":' +
  '"interval":0.1"target":0.02"max_p":0.05"w_q":0.001"min_th":10,"max_th":60"min_th":20,"max_th":100,"ecn":true' +
  '"set":{"warmup":0,"network":{"bottleneck":{"buffer":400},"traffic":[{"kind":"ftp","flows":150,"tcp":"newreno"}]}}' +
  '{"version":1,"title":"Two lanes","question":"Does "source":"Made for ","seed":2,"duration":200,"warmup":20,"network":{' +
  '"topology":"chain","links":[{"rate":15000000,"delay":0.04,"buffer":120,"managed":false},{"rate":8000000,"delay":0.02,"buffer":200}],' +
  '"bottleneck":{"rate":100000000,"delay":0.01,"buffer":250},"access":{"rate":20000000,"delay":[0.005,0.02]},"packet_size":1000},' +
  '"traffic":[{"kind":"cbr","flows":5,"rate":100000,"start":10,"stop":60},{"flows":50,"start":[0,1],"tcp":"cubic"}],' +
  '"lanes":[{"label":"RED","aqm":{"params":{"max_th":120,"max_p":0.1,"w_q":0.002}}},{"label":"PIE","aqm":{"id":"pie","params":{"target":';

export const LINK_WORDS: Uint8Array = new TextEncoder().encode(WORDS_2);
